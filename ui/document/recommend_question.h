#pragma once

#include <QJsonObject>
#include <optional>
#include <set>
#include <string>

#include "core/scenario/scenario.h"

namespace noiseloom {

/// What stands in Design > Recommend: the window keeps it while the dialog is closed, and sessions do. Nothing is
/// ticked before a person does it.
struct RecommendQuestion {
  std::set<std::string> ways = {};  ///< what is ticked, by the names of wayNames() and RecommendForm::kAnything
  std::optional<double> seconds = {};
  std::optional<double> stepSeconds = {};
  std::optional<Scenario> job = {};  ///< the job that was typed beside the window's scenario `beside`
  Scenario beside = {};
  bool answered = false;  ///< the answer to just this was on show

  /// True if it belongs to that scenario of the window: otherwise its ticks and limits alone do.
  bool isAbout(const Scenario& scenario) const { return job && beside == scenario; }
  /// For sessions; empty if nothing was asked. Of the job its numbers, if it is about that scenario of the window.
  QJsonObject state(const Scenario& scenario) const;
  /// From state() beside that scenario; what it does not know, or cannot use, it leaves out.
  static RecommendQuestion from(const QJsonObject& state, const Scenario& scenario);
};

}  // namespace noiseloom
