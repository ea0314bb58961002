// The main function of the unit tests, natively and as WebAssembly under Node.

#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
