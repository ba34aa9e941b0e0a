"""The parts of a running server, built; `server.app` joins them and starts and stops them.

`foundation` needs no world: texts, clocks, models, records.  `world_parts` is the world with its
store and all that listens to it; `known_people` are accounts and what people keep; `inhabitants`
are the agents; `entrance` is where people come in,
and `page` is where browsers look in.  Each module has one function that builds its
parts from those before it and puts their closing on the stack.

A new part gets a module here and a line in `App.start`.  If people come in by it, it takes
`Entrance.gate`; if it watches, it takes `Foundation.watching` or `WorldParts.story`.
"""
