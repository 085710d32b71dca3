#include "app/python/src/answers.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "app/python/src/interruptible.h"
#include "app/python/src/loaded_strategy.h"
#include "core/answer/ask.h"
#include "core/answer/audit_answer.h"
#include "core/answer/design_answer.h"
#include "core/answer/owners_question.h"
#include "core/base/errors.h"
#include "core/base/run_control.h"
#include "core/owners/owner_table.h"
#include "core/owners/parts.h"
#include "core/owners/spacing.h"

namespace noiseloom::python {
namespace {

namespace py = pybind11;

Given givenOf(const py::handle& value) {
  if (py::isinstance<py::bool_>(value)) return {value.cast<bool>()};
  if (py::isinstance<py::str>(value)) return {value.cast<std::string>()};
  if (py::isinstance<py::float_>(value)) return {value.cast<double>()};
  if (py::isinstance<py::int_>(value)) {
    int overflow = 0;
    const long long count = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    // The option refuses what cannot be a count, and shows it as it was given.
    return overflow == 0 ? Given{Index{count}} : Given{std::string(py::str(value))};
  }
  if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value)) {
    std::vector<Given> list;
    for (const py::handle each : value) list.push_back(givenOf(each));
    return {std::move(list)};
  }
  if (py::hasattr(value, "__fspath__")) return givenOf(py::module_::import("os").attr("fspath")(value));
  if (py::hasattr(value, "tolist")) return givenOf(value.attr("tolist")());  // numbers and arrays of NumPy
  return {std::string(py::str(value))};
}

// An object becomes one of type `kind`, which a dict can be made into.
py::object objectOf(const Json& json, const py::object& kind) {
  switch (json.type()) {
    case Json::value_t::boolean: return py::bool_(json.get<bool>());
    case Json::value_t::number_integer: return py::int_(json.get<std::int64_t>());
    case Json::value_t::number_unsigned: return py::int_(json.get<std::uint64_t>());
    case Json::value_t::number_float: {
      const double value = json.get<double>();
      return std::isfinite(value) ? py::object(py::float_(value)) : py::object(py::none());
    }
    case Json::value_t::string: {
      // A file name may hold any bytes.
      const auto& text = json.get_ref<const std::string&>();
      return py::reinterpret_steal<py::object>(
          PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
    }
    case Json::value_t::array: {
      py::list list;
      for (const Json& each : json) list.append(objectOf(each, kind));
      return list;
    }
    case Json::value_t::object: {
      py::dict members;
      for (const auto& [name, value] : json.items()) members[py::str(name)] = objectOf(value, kind);
      return kind(members);
    }
    default: return py::none();
  }
}

const char* nameOf(Ending ending) {
  switch (ending) {
    case Ending::Answered: return "answered";
    case Ending::No: return "no";
    case Ending::Refused: return "refused";
    case Ending::Stopped: return "stopped";
  }
  return "";
}

/// The newest progress of the working thread.
struct NewestProgress {
  std::mutex mutex;
  std::optional<Progress> progress;
};

/// Passes progress on from the working thread to a Python function, which the calling thread calls.
class ProgressCall {
 public:
  explicit ProgressCall(py::object function) : m_function(std::move(function)) {}
  /// What the working thread is to fill; nullptr where nobody asks.
  std::shared_ptr<NewestProgress> newest() const { return m_function.is_none() ? nullptr : m_newest; }
  /// With the interpreter's lock. Calls the function if there is something new, never with less than before.
  void call() {
    std::optional<Progress> newest;
    {
      const std::lock_guard lock(m_newest->mutex);
      newest.swap(m_newest->progress);
    }
    if (!newest) return;
    m_fraction = std::clamp(newest->fraction, m_fraction, 1.0);
    m_function(m_fraction, newest->stage.english());
  }
  /// The last call, of work that came to its end.
  void finish() {
    if (!m_function.is_none()) m_function(1.0, "done");
  }

 private:
  py::object m_function;
  std::shared_ptr<NewestProgress> m_newest = std::make_shared<NewestProgress>();
  double m_fraction = 0;
};

/// A question with all that its thread uses, which may have to be left behind.
struct Asked {
  std::string question;
  std::vector<std::pair<std::string, Given>> given;
  std::shared_ptr<NewestProgress> newest;
  Answer answer = {};
  std::unique_ptr<LoadedStrategy> strategy = {};
  std::vector<std::unique_ptr<LoadedStrategy>> strategies = {};  ///< where several are asked for

  RunControl control(const std::stop_token& stop) const {
    if (!newest) return {stop};
    return {stop, [to = newest](const Progress& progress) {
              const std::lock_guard lock(to->mutex);
              to->progress = progress;
            }};
  }
};

// Ctrl+C ends a question within twice the interval at which it is seen, and this: a large dense design takes longer to
// let go of its memory.
constexpr auto kPatience = std::chrono::milliseconds(100);

py::tuple askFor(const std::string& question, const py::dict& options, const py::object& kind,
                 const py::object& progress) {
  ProgressCall call(progress);
  auto asked = std::make_shared<Asked>(Asked{.question = question, .given = {}, .newest = call.newest()});
  for (const auto& [name, value] : options) asked->given.emplace_back(name.cast<std::string>(), givenOf(value));
  interruptible(
      [asked](const std::stop_token& stop) {
        asked->answer = ask(asked->question, asked->given, asked->control(stop));
        if (asked->answer.design && !stop.stop_requested())
          asked->strategy = std::make_unique<LoadedStrategy>(*asked->answer.design, RunControl{stop});
        for (const auto& design : asked->answer.designs) {
          if (stop.stop_requested()) return;
          asked->strategies.push_back(std::make_unique<LoadedStrategy>(*design, RunControl{stop}));
        }
      },
      [&] { call.call(); }, kPatience);
  const Answer& answer = asked->answer;
  if (answer.ending == Ending::Answered || answer.ending == Ending::No) call.finish();
  if (answer.designs.empty())
    return py::make_tuple(nameOf(answer.ending), objectOf(answer.json, kind), answer.note, std::move(asked->strategy));
  py::list strategies;
  for (auto& strategy : asked->strategies) strategies.append(std::move(strategy));
  return py::make_tuple(nameOf(answer.ending), objectOf(answer.json, kind), answer.note, strategies);
}

py::object auditFor(const LoadedStrategy& strategy, const std::string& path, const std::optional<std::string>& against,
                    double confidence, const py::object& kind) {
  Audit audit;
  interruptible([&](const std::stop_token& stop) {
    const CanaryRun run = readCanaryRun(path);
    std::optional<CanaryRun> other;
    if (against) other = readCanaryRun(*against);
    audit = auditOf(run, *strategy.file, strategy.sha256, other ? &*other : nullptr, confidence, {stop});
  });
  return objectOf(auditJson(audit), kind);
}

// Integers of 64 bits without gaps, as NumPy holds them.
std::span<const Index> integersOf(const py::buffer_info& lent) {
  return {static_cast<const Index*>(lent.ptr), static_cast<std::size_t>(lent.size)};
}

py::bytes bytesOf(const std::vector<Index>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Index)};
}

// Examples, owners, and the two columns of entries.
using Columns = std::tuple<Index, Index, py::buffer, py::buffer>;

OwnerTable tableOf(const Columns& columns) {
  const auto& [examples, owners, entriesOf, ownersOf] = columns;
  const py::buffer_info lentExamples = entriesOf.request();
  const py::buffer_info lentOwners = ownersOf.request();
  const std::span<const Index> of = integersOf(lentExamples);
  const std::span<const Index> by = integersOf(lentOwners);
  std::vector<Ownership> entries;
  entries.reserve(of.size());
  for (std::size_t i = 0; i < of.size(); ++i)
    entries.push_back({static_cast<std::uint32_t>(of[i]), static_cast<std::uint32_t>(by[i])});
  return {examples, owners, std::move(entries)};
}

// The entries of named owners.
std::pair<std::vector<Index>, std::vector<Index>> columnsOf(const OwnerTable& table) {
  std::vector<Index> examples;
  std::vector<Index> owners;
  for (Index example = 0; example < table.examples(); ++example) {
    for (const Index owner : table.of(example)) {
      if (owner >= table.namedOwners()) continue;
      examples.push_back(example);
      owners.push_back(owner);
    }
  }
  return {std::move(examples), std::move(owners)};
}

py::bytes inParts(const Columns& table, const py::buffer& kept, Index bands, std::optional<Index> datasetSize) {
  const OwnerTable owners = tableOf(table);
  const py::buffer_info lent = kept.request();
  std::vector<Index> numbers;
  interruptible(
      [&](const std::stop_token&) { numbers = examplesInParts(owners, integersOf(lent), bands, datasetSize); });
  return bytesOf(numbers);
}

// table: in place of a file. schedule: offsets and indices of batches to check. The answer, the kept examples, offsets
// and indices of batches, empty where there are none, and the columns of a table that comes from a file.
py::tuple ownersFor(const py::dict& options, const std::optional<Columns>& table,
                    const std::optional<std::pair<py::buffer, py::buffer>>& schedule, const py::object& kind) {
  std::vector<std::pair<std::string, Given>> given;
  for (const auto& [name, value] : options) given.emplace_back(name.cast<std::string>(), givenOf(value));
  OwnersQuestion question;
  if (table) question.use(tableOf(*table));
  if (schedule) {
    const py::buffer_info offsets = schedule->first.request();
    const py::buffer_info indices = schedule->second.request();
    const auto vectorOf = [](std::span<const Index> all) { return std::vector<Index>(all.begin(), all.end()); };
    question.use(Schedule{vectorOf(integersOf(offsets)), vectorOf(integersOf(indices))});
  }
  std::vector<Index> kept;
  Schedule formed;
  std::pair<std::vector<Index>, std::vector<Index>> columns;
  question.handOver([&](const OwnersFound& found) {
    kept = found.kept;
    if (!table) columns = columnsOf(found.table);
    if (found.request) formed = *found.schedule;
  });
  Answer answer;
  interruptible([&](const std::stop_token& stop) { answer = ask(question, "owners", given, {stop}); });
  return py::make_tuple(nameOf(answer.ending), objectOf(answer.json, kind), answer.note, bytesOf(kept),
                        bytesOf(formed.offsets), bytesOf(formed.indices), bytesOf(columns.first),
                        bytesOf(columns.second));
}

}  // namespace

void addAnswers(py::module_& module) {
  py::module_::import("atexit").attr("register")(py::cpp_function(&joinLeft, py::call_guard<py::gil_scoped_release>()));
  module.def("ask", &askFor, py::arg("question"), py::arg("options"), py::arg("kind"), py::arg("progress"));
  module.def("audit", &auditFor, py::arg("strategy"), py::arg("path"), py::arg("against"), py::arg("confidence"),
             py::arg("kind"));
  module.def("owners", &ownersFor, py::arg("options"), py::arg("table"), py::arg("schedule"), py::arg("kind"));
  module.def("in_parts", &inParts, py::arg("table"), py::arg("kept"), py::arg("bands"), py::arg("dataset_size"));
  module.def(
      "figures",
      [](const LoadedStrategy& strategy, const py::object& kind) {
        return objectOf(designJson({.design = designOf(*strategy.file), .claim = strategy.file->claim}), kind);
      },
      py::arg("strategy"), py::arg("kind"));
}

}  // namespace noiseloom::python
