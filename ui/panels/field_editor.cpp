#include "ui/panels/field_editor.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "ui/document/field.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/references.h"

namespace noiseloom {
namespace {

using enum SliderScale::Series;

constexpr Phrase kNone;

// What NumberFieldSpec takes.
struct Row {
  Field field;
  Phrase help;
  SliderScale scale;
  Phrase open = {};
  Phrase allowed = {};
  std::string_view source = {};  // the key of a reference
  Phrase place = {};             // there, or in this project
  Phrase name = {};              // empty: the field's label
};

const std::vector<Row>& rows() {
  const auto counts = [](double least, double most, SliderScale::Series series = Decimal) {
    return SliderScale(least, most, series, true);
  };
  const auto numbers = [](double least, double most, SliderScale::Series series = OneTwoFive) {
    return SliderScale(least, most, series, false);
  };
  const auto fractions = [] {
    std::vector<double> twentieths;
    for (int i = 0; i <= 20; ++i) twentieths.push_back(i / 20.0);
    return SliderScale(twentieths);
  };
  static const std::vector<Row> all{
      {Field::Iterations, Core::tr("Number of training steps"), counts(10, 1e6), kNone, Core::tr("whole, from 1"), "",
       Core::tr("docs/math.md, section 0")},
      {Field::Epochs, Core::tr("Passes over the data, the last one perhaps in part: k = n B / N"), counts(1, 200),
       kNone, Core::tr("above 0, at most n"), "", Core::tr("docs/math.md, section 2")},
      {Field::DatasetSize, Core::tr("Number of examples: k N = n B"), counts(1000, 1e9), Core::tr("none"),
       Core::tr("whole, from 1; or none")},
      {Field::DatasetSizeAtMost,
       Core::tr("Where the number of examples is not known: it is from N to this, and the claim holds for all of that"),
       counts(1000, 1e9), Core::tr("N"), Core::tr("whole, from N; or as N"), "", Core::tr("docs/math.md, section 2.1"),
       Core::tr("Size at most")},
      {Field::BatchSize, Core::tr("Expected examples a step: k N = n B"), counts(1, 1e6), kNone,
       Core::tr("above 0, at most N")},
      {Field::Epsilon, Core::tr("Privacy budget: smaller is more private"), numbers(0.05, 100, Decimal), kNone,
       Core::tr("from 0 to 1000"), "", Core::tr("docs/math.md, section 10")},
      {Field::Delta, Core::tr("Failure probability; well below 1/N"), numbers(1e-12, 1e-2), kNone,
       Core::tr("above 0, below 1"), "", Core::tr("docs/math.md, section 10")},
      {Field::LargestBatch,
       Core::tr("Examples that a batch has room for: of more, some are left out at random, which is accounted for"),
       counts(1, 1e6), Core::tr("any size"), Core::tr("whole, from B; or any size")},
      {Field::MinSeparation, Core::tr("Fewest steps between two participations; those of an epoch unless given"),
       counts(1, 1e5), Core::tr("an epoch"), Core::tr("whole, from 1 to n"), "amplified-bandmf", Core::tr("section 2")},
      {Field::ExamplesPerUser,
       Core::tr(
           "Most examples of one user, each clipped and sampled by itself. None: a user is clipped as a whole, and "
           "N and B count users"),
       counts(1, 1000), Core::tr("as a whole"), Core::tr("whole, from 1; or as a whole"), "user-level-finetuning",
       kNone, Core::tr("Examples each")},
      {Field::Tau,
       Core::tr("Above 1: delta is at most τ times its estimate. Nearer to 1 takes more samples and less noise"),
       numbers(1.01, 10, Decimal), kNone, kNone, "", kNone, Core::tr("Certificate’s τ")},
      {Field::FailureProbability, Core::tr("Probability, over the samples drawn, that the certificate is wrong"),
       numbers(1e-15, 1e-3), kNone, kNone, "", kNone, Core::tr("May fail with")},
      // The help of bands depends on the mechanism, and their scale on the scenario.
      {Field::Bands, kNone, counts(1, 100, Binary), Core::tr("best"),
       Core::tr("whole, from 1 to n / k under cyclic Poisson; or best"), "scaling-bandmf", Core::tr("section 3")},
      {Field::Buffers, Core::tr("Noise vectors that are kept; as many as help"), counts(1, 16, Binary),
       Core::tr("best")},
      {Field::Stamps, Core::tr("Equal blocks along the diagonal; one an epoch unless given"), counts(1, 1000, Binary),
       Core::tr("k")},
      {Field::RobustFrom, Core::tr("Least min-separation to be prepared for: coefficients beyond it are tapered"),
       counts(1, 100, Binary), Core::tr("off")},
      {Field::NoiseRows, Core::tr("Most vectors of the model's size that the training job has room for"),
       counts(1, 1e5), Core::tr("any")},
      {Field::Seconds,
       Core::tr("Most seconds of processor time that the search may take: what it has no time for is left out"),
       numbers(0.1, 1000), Core::tr("no limit")},
      {Field::Momentum, Core::tr("Share of the last step that is kept"),
       SliderScale({0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98, 0.99}), kNone,
       Core::tr("from 0 to below the weight decay factor"), "", Core::tr("docs/math.md, section 1")},
      {Field::WeightDecay, Core::tr("Factor on the iterate at each step; 1 for none"),
       SliderScale({0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9998, 0.9999, 1}), kNone,
       Core::tr("above the momentum, at most 1"), "", Core::tr("docs/math.md, section 1")},
      {Field::Averaging,
       Core::tr("Decay of the moving average (EMA) of the weights that is released; 0 for none, 1 for the "
                "mean of all of them"),
       SliderScale({0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9998, 0.9999, 1}), kNone,
       Core::tr("from 0 to 1"), "", Core::tr("docs/math.md, section 1")},
      {Field::AveragingWindow,
       Core::tr("Last weights of which the mean is released; 1 for the last alone. The initial ones count for those "
                "before the first"),
       counts(1, 1e5), kNone, Core::tr("whole, from 1 to n"), "", Core::tr("docs/math.md, section 1"),
       Core::tr("Window")},
      {Field::Warmup, Core::tr("Fraction of the steps over which the rate rises"), fractions(), kNone,
       Core::tr("from 0 to 1, together with the cool-down at most 1"), "amplified-bandmf", Core::tr("appendix I")},
      {Field::Cooldown, Core::tr("Fraction of the steps over which the rate falls"), fractions(), kNone,
       Core::tr("from 0 to 1, together with the warm-up at most 1"), "amplified-bandmf", Core::tr("appendix I")},
      {Field::ClipNorm, Core::tr("Largest norm of one clipped contribution; errors are in units of it"),
       numbers(1e-3, 1e3), kNone, Core::tr("above 0")},
      {Field::Parameters, Core::tr("Model parameters: coordinates of the noise"), counts(1e4, 1e12), kNone,
       Core::tr("whole, from 1")},
      {Field::Machines, Core::tr("Machines that share the noise generation"), counts(1, 4096, Binary), kNone,
       Core::tr("whole, at most one a parameter")},
      {Field::Memory, Core::tr("Memory that a machine has for the noise, in bytes: 80G, 16Gi"), counts(1e9, 1e13),
       Core::tr("not known"), Core::tr("from 1 to 2^53 bytes"), "", kNone, Core::tr("Memory each")},
  };
  return all;
}

}  // namespace

NumberField* newFieldEditor(Field field, const QString& prefix) {
  const auto row = std::ranges::find(rows(), field, &Row::field);
  if (row == rows().end()) throw std::out_of_range("a field without a number");
  const QString place = coreText(row->place);
  auto* number = new NumberField({capitalised(row->name.empty() ? fieldLabel(field) : coreText(row->name)),
                                  fieldSymbol(field), coreText(row->help), coreText(row->open), row->scale,
                                  coreText(row->allowed), row->source.empty() ? place : cited(row->source, place)});
  number->setObjectName(prefix + QString::fromLatin1(infoOf(field).name.data()));
  if (field == Field::BatchSize || field == Field::Epochs)
    number->setFormat([](double value) { return value < 1e6 ? generalText(value, 6) : entryText(std::round(value)); });
  return number;
}

}  // namespace noiseloom
