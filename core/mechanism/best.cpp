#include "core/mechanism/list.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

// Settings that apply to whichever mechanism is tried, and its own limit.
constexpr MechanismSetting kSettings[]{
    {Field::Buffers}, {Field::TreeDecoder}, {Field::RobustFrom}, {Field::ColumnNormalize}, {Field::Seconds}};

}  // namespace

constinit const Mechanism mechanisms::best{
    .id = "best",
    .name = Core::tr("Best mechanism"),
    .summary = Core::tr("The mechanism of least error among all that fit the limits"),
    .settings = kSettings,
    .banded = [](const Scenario&) { return true; },
    .anyWorkload = true,
};

}  // namespace noiseloom
