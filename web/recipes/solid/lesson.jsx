import 'poslab/register/pe-heatmap';
import 'poslab-python';
import {createSignal} from 'solid-js';
import {render} from 'solid-js/web';

function Lesson() {
  const [nPos, setNPos] = createSignal(16);
  return (
    <>
      <pe-heatmap method="sinusoidal" n-pos={nPos()}
        on:poslab-change={({detail}) => setNPos(detail.settings.nPos)}>
        A table of sines and cosines.
      </pe-heatmap>
      <button id="longer" onClick={() => setNPos(nPos() + 4)}>Longer</button>
      <output>{nPos()} positions</output>
      <exercise-card id="sinusoidal-table" exercise="sinusoidal-table" heading="The table" />
    </>
  );
}

render(() => <Lesson />, document.getElementById('app'));
