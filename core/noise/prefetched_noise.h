#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/noise/noise_stream.h"
#include "core/noise/number_type.h"

namespace noiseloom {

/// A NoiseStream that may make its next row on a thread of its own while the caller works. The bits, the steps and the
/// errors are the stream's: an error of the row made ahead comes with the call that asks for it, and step() counts the
/// rows that were handed out. One thread at a time may use it.
///
/// A process that forks while a row is being made has a child without that thread: there the stream is made anew and
/// brought to the step, as a resumed run's is.
class PrefetchedNoise {
 public:
  /// `make` gives the stream from step 0 on, the same one each time.
  explicit PrefetchedNoise(std::function<NoiseStream()> make);
  /// Stops the thread, and waits for it.
  ~PrefetchedNoise();
  PrefetchedNoise(const PrefetchedNoise&) = delete;
  PrefetchedNoise& operator=(const PrefetchedNoise&) = delete;

  Index begin() const { return m_begin; }
  Index end() const { return m_end; }
  NumberType numberType() const { return m_numberType; }
  Index iterations() const { return m_iterations; }
  Index bufferRows() const { return m_bufferRows; }
  /// The step whose noise next() gives; iterations() once all are given.
  Index step() const { return m_step; }

  /// From the next call of next() on. true: keeps one more row, and throws InvalidArgument if memory is short.
  void setPrefetch(bool prefetch);
  /// NoiseStreamOptions::threads, from the next row that is begun on.
  void setThreads(Index threads);

  /// NoiseStream::prepare(), before the first row.
  bool prepare(const RunControl& control = {});
  /// As NoiseStream::next() and advanceTo(). A row made ahead that is skipped is dropped.
  bool next(std::span<float> out, const RunControl& control = {});
  bool next(std::span<double> out, const RunControl& control = {});
  bool advanceTo(Index step, const RunControl& control = {});

 private:
  struct Worker;
  template <class Real>
  bool hand(std::span<Real> out, const RunControl& control);
  bool collect(const RunControl& control);
  void leaveForkedThread();
  void launch();

  std::function<NoiseStream()> m_make;
  std::unique_ptr<NoiseStream> m_stream;  // at step(), or one further if a row is ready; behind it after a fork
  Index m_begin;
  Index m_end;
  NumberType m_numberType;
  Index m_iterations;
  Index m_bufferRows;
  Index m_step = 0;
  std::optional<Index> m_threads;  // of setThreads()
  bool m_prefetch = false;
  bool m_ready = false;  // m_row is the noise of step()
  std::variant<std::vector<float>, std::vector<double>> m_row;
  std::unique_ptr<Worker> m_worker;  // the thread that makes m_row; null if none was started since the last row
};

}  // namespace noiseloom
