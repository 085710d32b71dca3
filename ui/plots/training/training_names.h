#pragma once

#include <QStringList>
#include <array>

#include "core/train/network.h"
#include "core/train/plane_points.h"

namespace noiseloom {

/// Displayed names of data and models, for the Training panel and for curvatures measured on a model.
inline constexpr std::array kPlaneShapes{PlaneShape::Circles, PlaneShape::Moons, PlaneShape::Blobs,
                                         PlaneShape::Spirals};
/// In the order of kPlaneShapes, for lists.
QStringList planeShapeNames();

/// The first kPlaneModels learn points in the plane; the others are only for the user's own data.
inline constexpr std::array kTrainedModels{ModelKind::Relu, ModelKind::Tanh, ModelKind::Logistic, ModelKind::Softmax,
                                           ModelKind::Linear};
inline constexpr int kPlaneModels = 3;
/// In the order of kTrainedModels.
QStringList trainedModelNames();

}  // namespace noiseloom
