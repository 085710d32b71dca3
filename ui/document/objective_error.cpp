#include "ui/document/objective_error.h"

#include "ui/style/core_text.h"

namespace noiseloom {
QString errorName(ErrorObjective objective) {
  switch (objective) {
    case ErrorObjective::Mean: return tr("rmse");
    case ErrorObjective::Max: return tr("largest error");
    case ErrorObjective::Last: return tr("last error");
    case ErrorObjective::Curvature: return tr("curvature error");
    case ErrorObjective::CurvatureLast: return tr("last curvature error");
  }
  return {};
}

QString errorTitle(ErrorObjective objective) {
  switch (objective) {
    case ErrorObjective::Mean: return tr("RMSE");
    case ErrorObjective::Max: return tr("Largest error");
    case ErrorObjective::Last: return tr("Last error");
    case ErrorObjective::Curvature: return tr("Curvature error");
    case ErrorObjective::CurvatureLast: return tr("Last curvature error");
  }
  return {};
}

}  // namespace noiseloom
