#pragma once

#include <string>

#include "core/answer/account_answer.h"

namespace noiseloom::cli {

/// The result of `account` as a table for people.
std::string accountText(const Account& account);
std::string budgetText(const ComposedRuns& runs);

}  // namespace noiseloom::cli
