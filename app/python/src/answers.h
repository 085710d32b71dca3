#pragma once

#include <pybind11/pybind11.h>

namespace noiseloom::python {

/// Adds ask() and figures() to a module, in which LoadedStrategy must be registered already.
void addAnswers(pybind11::module_& module);

}  // namespace noiseloom::python
