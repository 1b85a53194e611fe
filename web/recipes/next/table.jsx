import {loadCore, ropeTables} from 'poslab/core';

export async function Table() {
  const {cos} = ropeTables(await loadCore(), {nPos: 4, dim: 4});
  return <p>{[...cos.data].join(' ')}</p>;
}
