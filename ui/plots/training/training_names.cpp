#include "ui/plots/training/training_names.h"

#include <QCoreApplication>

namespace noiseloom {
namespace {

struct TrainingNames {
  Q_DECLARE_TR_FUNCTIONS(TrainingNames)
};

}  // namespace

QStringList planeShapeNames() {
  return {TrainingNames::tr("Circles"), TrainingNames::tr("Moons"), TrainingNames::tr("Blobs"),
          TrainingNames::tr("Spirals")};
}

QStringList trainedModelNames() {
  return {TrainingNames::tr("16 ReLU units"), TrainingNames::tr("16 tanh units"),
          TrainingNames::tr("Logistic regression"), TrainingNames::tr("Softmax regression"),
          TrainingNames::tr("Linear regression")};
}

}  // namespace noiseloom
