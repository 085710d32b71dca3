#include "ui/document/design_text.h"

#include <QCoreApplication>

#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("DesignText", text);
}

/// Empty where a family has nothing to count.
QString sizeText(const Design& design) {
  const Strategy& strategy = design.strategy;
  switch (design.mechanism) {
    case MechanismKind::Blt:
      if (const auto* blt = strategy.as<BltStrategy>())
        return blt->buffers() == 1 ? tr("1 buffer") : tr("%1 buffers").arg(blt->buffers());
      return {};
    case MechanismKind::Stamped:
      if (const auto* blocks = strategy.as<DenseStrategy>())
        return blocks->stamps() == 1 ? tr("1 block") : tr("%1 blocks").arg(blocks->stamps());
      return {};
    case MechanismKind::Bisr:
    case MechanismKind::BandInvMf: return tr("%1 of C⁻¹").arg(bandsText(design.bands));
    case MechanismKind::Dense: return design.scenario.bands ? bandsText(design.bands) : QString();
    default: {
      Scenario own = design.scenario;
      own.mechanism = design.mechanism;
      return own.usesBands() ? bandsText(design.bands) : QString();
    }
  }
}

}  // namespace

QString familyName(MechanismKind family) {
  const std::string_view name = displayName(family);
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString familyText(const Design& design) {
  const QString size = sizeText(design);
  const QString name = familyName(design.mechanism);
  return size.isEmpty() ? name : QStringLiteral("%1, %2").arg(name, size);
}

}  // namespace noiseloom
