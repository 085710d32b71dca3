#pragma once

#include <pybind11/pybind11.h>

namespace noiseloom::python {

/// Adds the function that asks core's questions. LoadedStrategy is a class of the module already.
void addAnswers(pybind11::module_& module);

}  // namespace noiseloom::python
