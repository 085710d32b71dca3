#include "ui/plots/rmse/rmse_sweeps.h"

#include <algorithm>

#include "core/search/band_curve.h"
#include "core/search/band_search.h"
#include "core/search/band_sweep.h"

namespace noiseloom {
namespace {

constexpr int kDrainMilliseconds = 33;

/// The scenario with every input that its curve does not depend on set to its default.
Scenario essence(Field axis, const Scenario& of) {
  Scenario scenario = atValue(of, axis, 1);
  const Scenario standard;
  if (axis == Field::Mechanism) {
    // Resets the settings of single mechanisms.
    scenario.mechanism = &bestMechanism();
    scenario.mostSeconds = standard.mostSeconds;
  }
  if (axis == Field::Batching) {
    // Resets the settings of single batchings.
    scenario.batching = atValue(of, Field::MinSeparation, 1).batching;
  }
  scenario.tau = standard.tau;
  scenario.failureProbability = standard.failureProbability;
  scenario.clipNorm = standard.clipNorm;
  return scenario;
}

}  // namespace

SweepCurveRequest::SweepCurveRequest(Field along, const Scenario& of, std::vector<double> at)
    : axis(along), scenario(of), values(std::move(at)), key(essence(along, of)) {}

Scenario withMechanism(const Scenario& scenario, const Mechanism* mechanism) {
  Scenario of = scenario;
  of.mechanism = mechanism;
  return atValue(scenario, Field::Mechanism, *placeOn(of, Field::Mechanism));
}

std::optional<SweepCurveRequest> bandCurveRequest(const Scenario& scenario, const Mechanism* mechanism) {
  const Scenario of = withMechanism(scenario, mechanism);
  if (mechanismProblem(of)) return std::nullopt;
  if (!hasBandCurve(of) || mechanism == &baselineMechanism()) return SweepCurveRequest(Field::Bands, of, {1});
  std::vector<double> values = automaticValues(of, Field::Bands, kPointsPerDoubling);
  const auto most = static_cast<double>(mostSearchedBands(curveScenario(of)));
  std::erase_if(values, [most](double value) { return value > most; });
  return SweepCurveRequest(Field::Bands, of, std::move(values));
}

bool sameCurve(const SweepCurveRequest& left, const SweepCurveRequest& right) {
  return left.axis == right.axis && sameDesign(left.key, right.key);
}

RmseSweeps::RmseSweeps(QObject* parent) : QObject(parent) {
  m_timer.setInterval(kDrainMilliseconds);
  connect(&m_timer, &QTimer::timeout, this, &RmseSweeps::drain);
  connect(&m_job, &NewestJob::idle, this, [this] {
    m_timer.stop();
    m_wanted.clear();
    drain();
    emit changed();
  });
}

void RmseSweeps::want(const std::vector<SweepCurveRequest>& requests) {
  drain();
  std::vector<SweepCurveRequest> open;
  for (const SweepCurveRequest& request : requests) {
    remember(request);
    std::vector<double> values = missing(request);
    if (!values.empty()) open.emplace_back(request.axis, request.scenario, std::move(values));
  }
  if (open.empty()) {
    stop();
    return;
  }
  const auto wantsTheSame = [](const SweepCurveRequest& wanted, const SweepCurveRequest& other) {
    return sameCurve(wanted, other) && std::ranges::includes(wanted.values, other.values);
  };
  if (running() && std::ranges::equal(m_wanted, requests, wantsTheSame)) return;
  m_wanted = requests;
  m_job.start([this, open = std::move(open)](const std::stop_token& stop) {
    for (const SweepCurveRequest& request : open) {
      if (stop.stop_requested()) break;
      sweep({request.scenario, request.axis, request.values}, {stop},
            [&](const SweepPoint& point) { m_found.with([&](auto& points) { points.emplace_back(request, point); }); });
    }
    return NewestJob::Delivery{};
  });
  m_timer.start();
  emit changed();
}

void RmseSweeps::stop() {
  m_wanted.clear();
  m_job.cancel();
}

const RmseSweeps::Curve* RmseSweeps::find(const SweepCurveRequest& request) const {
  const auto found =
      std::ranges::find_if(m_curves, [&](const Curve& curve) { return sameCurve(curve.request, request); });
  return found == m_curves.end() ? nullptr : &*found;
}

RmseSweeps::Curve& RmseSweeps::remember(const SweepCurveRequest& request) {
  const auto found =
      std::ranges::find_if(m_curves, [&](const Curve& curve) { return sameCurve(curve.request, request); });
  if (found != m_curves.end()) {
    m_curves.splice(m_curves.begin(), m_curves, found);
  } else {
    m_curves.push_front({request, {}});
    if (m_curves.size() > kMostRemembered) m_curves.pop_back();
  }
  return m_curves.front();
}

std::vector<SweepPoint> RmseSweeps::points(const SweepCurveRequest& request) const {
  std::vector<SweepPoint> points;
  const Curve* curve = find(request);
  if (!curve) return points;
  std::ranges::copy_if(curve->points, std::back_inserter(points), [&](const SweepPoint& point) {
    return std::ranges::binary_search(request.values, point.value);
  });
  return points;
}

std::vector<double> RmseSweeps::missing(const SweepCurveRequest& request) const {
  std::vector<double> values = request.values;
  if (const Curve* curve = find(request)) {
    std::erase_if(values, [curve](double value) {
      return std::ranges::binary_search(curve->points, value, {}, &SweepPoint::value);
    });
  }
  return values;
}

bool RmseSweeps::isComplete(const SweepCurveRequest& request) const {
  return missing(request).empty();
}

void RmseSweeps::drain() {
  auto points = m_found.take();
  if (points.empty()) return;
  for (auto& [request, point] : points) {
    std::vector<SweepPoint>& known = remember(request).points;
    const auto at = std::ranges::lower_bound(known, point.value, {}, &SweepPoint::value);
    if (at != known.end() && at->value == point.value) {
      *at = std::move(point);
    } else {
      known.insert(at, std::move(point));
    }
  }
  emit changed();
}

}  // namespace noiseloom
