// The storage of an engine's tables: operators, types, names, memory for nodes.
//
// In C++, each thread has an engine of its own. Python has one engine for all of its threads, and
// its module serializes their calls with a lock (python/gate.h). What belongs to one call, such as
// the entered contexts or the listeners of a run, is thread_local in both.
//
// Write `PASSCOPE_PER_ENGINE Table table;` in a function or an unnamed namespace.
#pragma once

#ifdef PASSCOPE_ONE_ENGINE
#define PASSCOPE_PER_ENGINE static
#else
#define PASSCOPE_PER_ENGINE thread_local
#endif
