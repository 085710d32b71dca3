#include "ui/plots/training/training_names.h"

#include "ui/style/core_text.h"

namespace noiseloom {
QStringList planeShapeNames() {
  return {tr("Circles"), tr("Moons"), tr("Blobs"), tr("Spirals")};
}

QStringList trainedModelNames() {
  return {tr("16 ReLU units"), tr("16 tanh units"), tr("Logistic regression"), tr("Softmax regression"),
          tr("Linear regression")};
}

}  // namespace noiseloom
