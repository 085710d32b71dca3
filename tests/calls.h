#pragma once

#include <gtest/gtest.h>

#include <stop_token>
#include <string>

#include "core/base/errors.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// The argument that a call refuses.
template <class Call>
std::string refusedArgument(const Call& call) {
  try {
    call();
  } catch (const InvalidArgument& error) {
    return error.argument();
  }
  return "nothing was refused";
}

/// The message of the error of that type with which a call ends; a failure where it ends well.
template <class Error, class Call>
std::string messageOf(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing of the expected kind was thrown";
  return {};
}

/// The control of work that is asked to stop before it begins.
inline RunControl stoppedAtOnce() {
  std::stop_source source;
  source.request_stop();
  return {source.get_token()};
}

}  // namespace noiseloom
