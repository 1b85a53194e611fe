"""The engine's functions, each looked up once: a look-up goes to JavaScript and costs thirty calls."""

import _js_engine

globals().update({name: getattr(_js_engine, name) for name in _js_engine.object_keys()})
