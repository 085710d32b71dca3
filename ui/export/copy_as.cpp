#include "ui/export/copy_as.h"

#include "core/base/check.h"
#include "core/claim/claim.h"
#include "core/snippet/copied_command.h"
#include "core/snippet/python_snippet.h"
#include "ui/style/core_text.h"

namespace noiseloom {
QString copyAsName(CopyAs what) {
  switch (what) {
    case CopyAs::Command: return tr("Command line");
    case CopyAs::NumPy: return tr("NumPy");
    case CopyAs::Jax: return tr("JAX");
    case CopyAs::PyTorch: return tr("PyTorch and Opacus");
    case CopyAs::Value: return tr("Value of the error, in full precision");
    case CopyAs::Claim: return tr("Claim sentence");
  }
  return {};
}

QString copyAsObjectName(CopyAs what) {
  switch (what) {
    case CopyAs::Command: return QStringLiteral("copyAsCommand");
    case CopyAs::NumPy: return QStringLiteral("copyAsNumPy");
    case CopyAs::Jax: return QStringLiteral("copyAsJax");
    case CopyAs::PyTorch: return QStringLiteral("copyAsPyTorch");
    case CopyAs::Value: return QStringLiteral("copyAsValue");
    case CopyAs::Claim: return QStringLiteral("copyAsClaim");
  }
  return {};
}

QString copyAsText(const Design& design, CopyAs what) {
  switch (what) {
    case CopyAs::Command: return QString::fromStdString(commandLine(design.scenario));
    case CopyAs::NumPy: return QString::fromStdString(pythonSnippet(design, PythonLibrary::NumPy));
    case CopyAs::Jax: return QString::fromStdString(pythonSnippet(design, PythonLibrary::Jax));
    case CopyAs::PyTorch: return QString::fromStdString(pythonSnippet(design, PythonLibrary::PyTorch));
    case CopyAs::Value: return QString::fromStdString(shortest(design.objectiveError()));
    case CopyAs::Claim: return QString::fromStdString(claimSentence(design).english());
  }
  return {};
}

QString copyAsNeeds(const Design& design, CopyAs what) {
  if (what == CopyAs::Command && needsRatesFile(design.scenario))
    return tr("The command reads the learning rates from %1.").arg(QLatin1String(kRatesFile));
  const bool python = what == CopyAs::NumPy || what == CopyAs::Jax || what == CopyAs::PyTorch;
  if (python && snippetNeedsFile(design)) return tr("The snippet reads strategy.npz: export the strategy beside it.");
  return {};
}

}  // namespace noiseloom
