#pragma once

#include <string>

#include "core/answer/account_answer.h"

namespace noiseloom::cli {

/// What `account` found, for a person: a table.
std::string accountText(const Account& account);
std::string budgetText(const ComposedRuns& runs);

}  // namespace noiseloom::cli
