// Attacks on Python's own memory: code that no compiler made, libraries as bytes, devices that write at an address.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {runPython, textOf} from '../support/python.js';

/** What Python says to each of some expressions: a value, or an error's type and text. @param {string} before @param {string[]} expressions */
async function saidTo(before, expressions) {
  const code = `
${before}
def said(text):
    try:
        return repr(eval(text, globals()))
    except BaseException as error:
        return f"{type(error).__name__}: {error}"
`;
  const steps = expressions.map((text) => ({
    op: 'eval',
    expression: `said(${JSON.stringify(text)})`,
    get: true,
  }));
  const {results, error} = await runPython({code, steps});
  assert.equal(error, null, error?.traceback);
  return results.map(textOf);
}

const CODE = `
import _imp, copy, copyreg, importlib.util, io, marshal, os, sys, types, zipimport
import importlib._bootstrap_external as external
def one(a=1):
    return a
code = one.__code__
Code = type(code)
fields = ("argcount posonlyargcount kwonlyargcount nlocals stacksize flags code consts names varnames filename name "
    "qualname firstlineno linetable exceptiontable")
parts = tuple(getattr(code, "co_" + name) for name in fields.split())
packed = marshal.dumps(code)
head = importlib.util.MAGIC_NUMBER + bytes(12)
library = zipimport.zipimporter("/lib/python314.zip")
with open("other.pyc", "wb") as file:
    file.write(head + packed)
with open("another.so", "wb") as file:
    file.write(b"\\0asm\\1\\0\\0\\0")
`;

test('no code is made from bytes, by whatever function', async () => {
  const ways = [
    'Code(*parts)',
    'Code.__new__(Code, *parts)',
    'type.__call__(Code, *parts)',
    'copyreg.__newobj__(Code, *parts)',
    'code.replace(co_consts=())',
    'code.replace()',
    'copy.replace(code, co_code=code.co_code)',
    'marshal.loads(packed)',
    'marshal.loads(bytearray(packed))',
    'marshal.load(io.BytesIO(packed))',
    '_imp.get_frozen_object("x", packed)',
    'external._compile_bytecode(packed, "x")',
    'zipimport._unmarshal_code(library, "x.pyc", "x.pyc", "x", head + packed)',
    '__import__("other")',
    '__import__("another")',
    '_imp.create_dynamic(types.SimpleNamespace(name="another", origin="another.so"))',
  ];
  for (const [k, said] of (await saidTo(CODE, ways)).entries()) {
    assert.match(said, /^NotImplementedError: .* is not part of this lab: /, ways[k]);
  }
  const [made] = await saidTo(CODE, ['object.__new__(Code)']);
  assert.match(made, /^TypeError/);
});

test('the library is still loaded from its bytes, and code from source', async () => {
  const expressions = [
    '__import__("graphlib").__name__',
    '__import__("runpy").__name__',
    '__import__("asyncio").__name__',
    '__import__("importlib").reload(__import__("statistics")).__name__',
    'eval(compile("1 + 1", "x", "eval"))',
    'types.FunctionType(code, {}, "two", (2,))()',
    'copy.deepcopy(one)(3)',
    '__import__("collections").namedtuple("Two", "a b")(1, 2)',
    '__import__("dataclasses").make_dataclass("Two", ["a"])(1)',
    'len(marshal.dumps([1, 2])) > 0',
  ];
  assert.deepEqual(await saidTo(CODE, expressions), [
    ...["'graphlib'", "'runpy'", "'asyncio'", "'statistics'", '2', '2', '3'],
    ...['Two(a=1, b=2)', 'Two(a=1)', 'True'],
  ]);
});

test('a generator of types.coroutine() can be awaited', async () => {
  const more = `
import types
@types.coroutine
def given(a, *, b=0):
    """It."""
    return (yield a + b)
async def asked():
    return await given(1, b=2)
one = asked()
def ended():
    try:
        one.send(7)
    except StopIteration as end:
        return end.value
`;
  const said = await saidTo(more, ['one.send(None)', 'ended()', 'given.__name__', 'given.__doc__']);
  assert.deepEqual(said, ['3', '7', "'given'", "'It.'"]);
});

test('no device writes to an address', async () => {
  const said = await saidTo('', ['__import__("fcntl")', '__import__("termios")']);
  for (const one of said) assert.match(one, /^ModuleNotFoundError: \w+ is not part of this lab$/);
});

const KEPT = `
import _pickle, io, lzma, os, pickle, tempfile
kept = []
class Raw(io.RawIOBase):
    def readable(self):
        return True
    def readinto(self, lent):
        kept.append(lent)
        return 0
class Packed(io.BytesIO):
    def readinto(self, lent):
        kept.append(lent)
        raise EOFError
def outlives(use):
    """Whether a file is lent memory that is still there when what lent it is gone."""
    kept.clear()
    try:
        use()
    except (TypeError, EOFError, AttributeError, NotImplementedError, pickle.UnpicklingError):
        pass
    return any(type(one) is memoryview and type(one.obj) is not bytearray for one in kept)
def hidden(raw, kind=io.BufferedReader):
    raw.readinto = kept.append
    kind(raw).read(1)
def later():
    with open("some", "rb") as file:
        file.raw.readinto = kept.append
        file.read(1)
with open("some", "wb") as file:
    file.write(b"abc")
big = pickle.dumps(bytearray(100_000), 5)
class Own(pickle.Unpickler):
    def find_class(self, module, name):
        return super().find_class(module, name)
`;

test('no file of a learner’s is lent memory that outlives who lent it', async () => {
  const uses = [
    'io.BufferedReader(Raw()).read(1)',
    'io.BufferedReader.__init__(io.BufferedReader(io.BytesIO(b"")), Raw())',
    'type("R", (io.BufferedReader,), {})(Raw()).read(1)',
    'io.BufferedRandom(Raw()).read(1)',
    'io.BufferedRWPair(Raw(), io.BytesIO()).read(1)',
    'hidden(io.FileIO("some"))',
    'hidden(io.BytesIO(b"abc"))',
    'hidden(io.BytesIO(b"abc"), io.BufferedRandom)',
    'later()',
    'pickle.load(Packed(big))',
    '_pickle.load(Packed(big))',
    'pickle.Unpickler(Packed(big)).load()',
    'Own(Packed(big)).load()',
    '_pickle.Unpickler.__init__(Own(io.BytesIO()), Packed(big))',
    'io.FileIO.__dict__["readinto"].fget.__code__',
    'setattr(io.FileIO, "readinto", kept.append)',
    'setattr(io.BufferedReader, "__init__", object.__init__)',
  ];
  const said = await saidTo(
    KEPT,
    uses.map((use) => `outlives(lambda: ${use})`),
  );
  assert.deepEqual(
    said.map((one, k) => [uses[k], one]),
    uses.map((use) => [use, 'False']),
  );
});

test('files are read, and values by pickle, as before', async () => {
  const more = `
class Three(io.RawIOBase):
    left = [b"one\\n", b"two\\n"]
    def readable(self):
        return True
    def readinto(self, lent):
        part = self.left.pop(0) if self.left else b""
        lent[:len(part)] = part
        return len(part)
def written():
    with open("packed", "wb") as file:
        pickle.dump([1, 2], file)
        pickle.dump({"a": bytearray(3)}, file)
    with open("packed", "rb") as file:
        return pickle.load(file), pickle.load(file)
def both():
    with open("some", "r+b") as file:
        file.seek(1)
        file.write(b"x")
        file.seek(0)
        return type(file).__name__, file.read()
`;
  const said = await saidTo(KEPT + more, [
    'list(io.BufferedReader(Three()))',
    'written()',
    'both()',
    'io.FileIO("some").readinto(bytearray(9))',
    'Own(io.BytesIO(pickle.dumps(len)), encoding="bytes").load()',
    'lzma.open(io.BytesIO(lzma.compress(b"abc" * 9))).read(3)',
    'pickle.Unpickler(3)',
    'pickle.load(io.BytesIO())',
  ]);
  assert.deepEqual(said, [
    "[b'one\\n', b'two\\n']",
    "([1, 2], {'a': bytearray(b'\\x00\\x00\\x00')})",
    "('BufferedRandom', b'axc')",
    '3',
    '<built-in function len>',
    "b'abc'",
    "TypeError: file must have 'read' and 'readline' attributes",
    'EOFError: Ran out of input',
  ]);
});
