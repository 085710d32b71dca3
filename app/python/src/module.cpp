// The extension module of the Python package noiseloom. The package around it (app/python/noiseloom) is what people
// call, and documents it; noiseloom/_noiseloom.pyi has the types of this module.

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <sodium.h>

#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "app/cli/program.h"
#include "app/python/src/answers.h"
#include "app/python/src/dlpack.h"
#include "app/python/src/interruptible.h"
#include "app/python/src/loaded_strategy.h"
#include "core/base/errors.h"
#include "core/base/version.h"
#include "core/io/atomic_file.h"
#include "core/io/key_file.h"
#include "core/noise/exact_release.h"
#include "core/noise/noise_stream.h"
#include "core/noise/prefetched_noise.h"
#include "core/noise/shard.h"
#include "core/record/public_divisor.h"
#include "core/record/run_record.h"
#include "core/sampling/batch_sampler.h"
#include "core/scenario/batch_size.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom::python {
namespace {

namespace py = pybind11;

/// The key of a run as a person gave it: 32 bytes, or the path of a key file, which is read at each use. A type of
/// its own, since pybind11 prints the arguments of a call that it refuses: this type prints without the key.
struct KeySource {
  py::object given;
};

SecretKey keyOf(const KeySource& source) {
  const py::object& key = source.given;
  if (py::isinstance<py::bytes>(key)) {
    char* bytes = nullptr;
    Py_ssize_t size = 0;
    if (PyBytes_AsStringAndSize(key.ptr(), &bytes, &size) != 0) throw py::error_already_set();
    if (size != static_cast<Py_ssize_t>(SecretKey::kBytes))
      throw InvalidArgument("key", std::to_string(size) + " bytes",
                            std::string("32 of them, or the path of a key file"));
    return SecretKey::fromBytes(std::span<const std::uint8_t, SecretKey::kBytes>(
        reinterpret_cast<const std::uint8_t*>(bytes), SecretKey::kBytes));
  }
  if (!py::isinstance<py::str>(key) && !py::hasattr(py::type::of(key), "__fspath__"))
    throw InvalidArgument("key", std::string(py::str(py::type::of(key).attr("__name__"))),
                          std::string("32 bytes, or the path of a key file"));
  const py::object path = py::module_::import("os").attr("fspath")(key);
  const py::bytes encoded = py::module_::import("os").attr("fsencode")(path);
  const std::string file(encoded);
  // Refused here, since the message that there is no such file would show the key.
  if (file.size() == 2 * SecretKey::kBytes && file.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos)
    throw InvalidArgument("key", std::string("a text of hexadecimal digits"),
                          std::string("bytes.fromhex() of it, or the path of a key file"));
  return readKeyFile(file);
}

NumberType typeOf(const std::string& name) {
  if (name == "float32") return NumberType::Float32;
  if (name == "float64") return NumberType::Float64;
  throw InvalidArgument("dtype", name, std::string("float32 or float64"));
}

/// Runs a step's work on that many numbers without the interpreter's lock. Work of a few milliseconds need not react to
/// Ctrl+C, and runs in the calling thread: another one would take a part of that time.
template <class Work>
void interruptibleStep(Index numbers, Work work) {
  constexpr Index kShort = Index{1} << 20;
  if (numbers > kShort) {
    interruptible(work);
  } else {
    const py::gil_scoped_release released;
    work(std::stop_token());
  }
}

/// The noise of one shard.
class Noise {
 public:
  Noise(const LoadedStrategy& strategy, const KeySource& key, Index parameters, Index rank, Index world,
        const std::string& type, Index threads, bool prefetch)
      : Noise(strategy, keyOf(key), shardOf(parameters, rank, world), typeOf(type)) {
    m_rows.setThreads(threads);
    m_rows.setPrefetch(prefetch);
    interruptibleStep(work(), [&](const std::stop_token& stop) { m_rows.prepare({stop}); });
  }

  Index begin() const { return m_rows.begin(); }
  Index end() const { return m_rows.end(); }
  Index step() const { return m_rows.step(); }
  const std::string& keyId() const { return m_keyId; }
  void next(const py::object& out);
  void advance(Index step) {
    const auto use = used();
    interruptible([&](const std::stop_token& stop) { m_rows.advanceTo(step, {stop}); });
  }

 private:
  Noise(const LoadedStrategy& strategy, const SecretKey& key, const CoordinateRange& shard, NumberType type)
      : m_keyId(keyIdentifier(key)),
        m_rows([file = strategy.file, source = noiseSource(key, strategy.file->gaussianMethod), shard, type] {
          return NoiseStream(file->strategy, source, file->figures.stddev, shard.begin, shard.end, type);
        }) {}

  /// Locks the stream: other threads run while a step is made, and must not use it. Throws Error if one does.
  std::unique_lock<std::mutex> used() {
    std::unique_lock lock(*m_mutex, std::try_to_lock);
    if (!lock) throw Error(std::string("this noise is being made by another thread"));
    return lock;
  }
  template <class Real>
  void make(Vector vector);
  Index work() const { return (m_rows.end() - m_rows.begin()) * (1 + m_rows.bufferRows()); }

  std::string m_keyId;
  PrefetchedNoise m_rows;
  std::unique_ptr<std::mutex> m_mutex = std::make_unique<std::mutex>();
};

template <class Real>
void Noise::make(Vector vector) {
  const std::span<Real> out(static_cast<Real*>(vector.data), vector.size);
  interruptibleStep(work(), [&](const std::stop_token& stop) { m_rows.next(out, {stop}); });
}

void Noise::next(const py::object& out) {
  const auto use = used();
  const Lent lent(out, m_rows.numberType());
  if (m_rows.numberType() == NumberType::Float32) {
    make<float>(lent.vector());
  } else {
    make<double>(lent.vector());
  }
}

/// Exact releases of one shard.
class Exact {
 public:
  Exact(const LoadedStrategy& strategy, const KeySource& key, Index parameters, Index rank, Index world,
        const std::string& type)
      : Exact(strategy, keyOf(key), parameters, shardOf(parameters, rank, world), typeOf(type)) {}

  Index begin() const { return m_release.begin(); }
  Index end() const { return m_release.end(); }
  Index step() const { return m_release.step(); }
  double margin() const { return m_release.margin(); }
  const std::string& keyId() const { return m_keyId; }
  void release(const py::object& sum) {
    const auto use = used();
    const Lent lent(sum, m_type, "gradient_sum");
    const Vector vector = lent.vector();
    interruptibleStep(m_release.memoryBytes(), [&](const std::stop_token& stop) {
      if (m_type == NumberType::Float32) {
        m_release.release(std::span(static_cast<float*>(vector.data), vector.size), {stop});
      } else {
        m_release.release(std::span(static_cast<double*>(vector.data), vector.size), {stop});
      }
    });
  }
  void advance(Index step) {
    const auto use = used();
    interruptible([&](const std::stop_token& stop) { m_release.advanceTo(step, {stop}); });
  }

 private:
  Exact(const LoadedStrategy& strategy, const SecretKey& key, Index parameters, const CoordinateRange& shard,
        NumberType type)
      : m_keyId(keyIdentifier(key)),
        m_type(type),
        m_release(strategy.file->strategy, key, strategy.file->figures.stddev, strategy.file->scenario.clipNorm,
                  parameters, shard.begin, shard.end) {}
  std::unique_lock<std::mutex> used() {
    std::unique_lock lock(*m_mutex, std::try_to_lock);
    if (!lock) throw Error(std::string("this exact release is being made by another thread"));
    return lock;
  }

  std::string m_keyId;
  NumberType m_type;
  ExactRelease m_release;
  std::unique_ptr<std::mutex> m_mutex = std::make_unique<std::mutex>();
};

/// A new NumPy array of that shape with those values. Made by calls of Python's and the buffer protocol: pybind11
/// before 2.12 knows how NumPy 1 lays an array out, and makes broken ones of NumPy 2.
template <class Value>
py::object arrayOf(const std::vector<Value>& values, const py::tuple& shape, const char* type) {
  py::object array = py::module_::import("numpy").attr("empty")(shape, type);
  const py::buffer_info buffer = py::reinterpret_borrow<py::buffer>(array).request(true);
  if (static_cast<std::size_t>(buffer.size) != values.size() || buffer.itemsize != sizeof(Value))
    throw Error(std::string("an array has another size than its values"));
  if (!values.empty()) std::memcpy(buffer.ptr, values.data(), values.size() * sizeof(Value));
  return array;
}

/// Which examples each step takes.
struct Batches {
  Batches(const LoadedStrategy& strategy, const KeySource& source, Index datasetSize, bool membersInParts) {
    const SecretKey key = keyOf(source);
    keyId = keyIdentifier(key);
    interruptible([&](const std::stop_token&) {
      sampler = batchSampler(strategy.file->scenario, strategy.file->strategy, datasetSize, key, membersInParts);
    });
  }
  py::object batch(Index step) const {
    std::vector<Index> examples;
    // For some batchings the time grows with the data set; small ones are not worth a thread.
    constexpr Index kShort = 100'000;
    if (sampler->datasetSize() > kShort) {
      interruptible([&](const std::stop_token& stop) { examples = sampler->batch(step, {stop}); });
    } else {
      const py::gil_scoped_release released;
      examples = sampler->batch(step);
    }
    return arrayOf(examples, py::make_tuple(examples.size()), "int64");
  }

  std::string keyId;
  std::shared_ptr<const BatchSampler> sampler;
};

/// The record of a job, written as the job runs.
class Record {
 public:
  Record(const LoadedStrategy& strategy, const KeySource& key, const std::string& path, Index datasetSize,
         Index parameters, Index rank, Index world, const std::string& type, const std::string& reduction,
         double divisor, double noiseScale, double clipNorm, Index ranks, Index step) {
    const Scenario& scenario = strategy.file->scenario;
    checkStatedSize(scenario, datasetSize);
    const auto known = fromName<Reduction>(reduction);
    if (!known) throw InvalidArgument("reduction", reduction, std::string("sum or mean"));
    const CoordinateRange shard = shardOf(parameters, rank, world);
    const RecordHeader header{.strategySha256 = strategy.sha256,
                              .iterations = strategy.file->strategy.iterations(),
                              .datasetSize = datasetSize,
                              .shardBegin = shard.begin,
                              .shardEnd = shard.end,
                              .numberType = typeOf(type),
                              .reduction = *known,
                              .divisor = divisor,
                              .noiseScale = noiseScale,
                              .clipNorm = clipNorm,
                              .stddev = strategy.file->figures.stddev,
                              .ranks = ranks};
    m_type = header.numberType;
    m_record = std::make_unique<RunRecord>(path, header, keyOf(key), step);
  }

  /// batch: a buffer of 64-bit integers without gaps.
  void add(Index step, const py::buffer& batch, const py::object& noise, const std::optional<py::buffer>& release,
           double clipNorm, double divisor) {
    if (!m_record) throw Error(std::string("this record is closed"));
    const StepFigures figures{clipNorm, divisor};
    const Lent lent(noise, m_type);
    const py::buffer_info indices = batch.request();
    const std::span<const Index> examples(static_cast<const Index*>(indices.ptr),
                                          static_cast<std::size_t>(indices.size));
    std::optional<py::buffer_info> lentRelease;
    std::optional<std::span<const std::byte>> bytes;
    if (release) {
      lentRelease.emplace(release->request());
      bytes = bytesOf(*lentRelease);
    }
    const Vector values = lent.vector();
    const py::gil_scoped_release released;
    const std::lock_guard use(*m_mutex);
    if (m_type == NumberType::Float32) {
      m_record->add(step, examples, std::span(static_cast<const float*>(values.data), values.size), bytes, figures);
    } else {
      m_record->add(step, examples, std::span(static_cast<const double*>(values.data), values.size), bytes, figures);
    }
  }
  void checkRelease(Index step, const py::buffer& release) {
    if (!m_record) throw Error(std::string("this record is closed"));
    const py::buffer_info lent = release.request();
    const std::span<const std::byte> bytes = bytesOf(lent);
    const py::gil_scoped_release released;
    const std::lock_guard use(*m_mutex);
    m_record->checkRelease(step, bytes);
  }
  Index version() const {
    if (!m_record) throw Error(std::string("this record is closed"));
    return m_record->version();
  }
  void setFlushEachLine(bool each) {
    if (!m_record) throw Error(std::string("this record is closed"));
    m_record->setFlushEachLine(each);
  }
  void flush() {
    if (!m_record) throw Error(std::string("this record is closed"));
    const py::gil_scoped_release released;
    const std::lock_guard use(*m_mutex);
    m_record->flush();
  }
  void finish() {
    if (!m_record) throw Error(std::string("this record is closed"));
    m_record->finish();
  }
  void close() { m_record.reset(); }

 private:
  static std::span<const std::byte> bytesOf(const py::buffer_info& lent) {
    py::ssize_t stride = lent.itemsize;
    for (std::size_t i = lent.shape.size(); i-- > 0;) {
      if (lent.shape[i] > 1 && lent.strides[i] != stride)
        throw InvalidArgument("release", std::string("an array with gaps"), std::string("one that is contiguous"));
      stride *= lent.shape[i];
    }
    return {static_cast<const std::byte*>(lent.ptr), static_cast<std::size_t>(lent.size * lent.itemsize)};
  }

  NumberType m_type = NumberType::Float32;
  std::unique_ptr<RunRecord> m_record;
  std::unique_ptr<std::mutex> m_mutex = std::make_unique<std::mutex>();
};

/// The recurrence that makes a step's row of C^-1 z, for generators on a device: "form", and the numbers that NoiseForm
/// names for it: a single one as an int, others as a list, or as one list for each level.
py::dict recurrenceOf(const LoadedStrategy& loaded, Index step) {
  const Strategy& strategy = loaded.file->strategy;
  if (step < 0 || step >= strategy.iterations())
    throw InvalidArgument("step", std::to_string(step), std::string("a step of the strategy"));
  const StrategyKind& kind = strategy.kind();
  py::dict named;
  named["form"] = std::string(toString(kind.form));
  for (const NamedNumbers& part : kind.recurrence(strategy, step)) {
    const py::str name{std::string(part.name)};
    if (part.shape.empty()) {
      named[name] = static_cast<Index>(part.values.front());
    } else if (part.shape.size() == 1) {
      named[name] = part.values;
    } else {
      py::list levels;
      for (auto from = part.values.begin(); from != part.values.end(); from += part.shape[1])
        levels.append(std::vector<double>(from, from + part.shape[1]));
      named[name] = levels;
    }
  }
  return named;
}

/// How many values the first column of C has, and the first ones, `most` at most.
std::pair<Index, std::vector<double>> firstColumnOf(const LoadedStrategy& loaded, Index most) {
  const Strategy& strategy = loaded.file->strategy;
  return {strategy.rows(), strategy.block(0, std::min(most, strategy.rows()), 0, 1)};
}

py::object matrixOf(const LoadedStrategy& loaded) {
  const Strategy& strategy = loaded.file->strategy;
  constexpr Index kMost = 4096;
  if (strategy.iterations() > kMost)
    throw InvalidArgument("iterations", std::to_string(strategy.iterations()),
                          "at most " + std::to_string(kMost) + " of them for a whole matrix");
  const std::vector<double> values = strategy.block(0, strategy.rows(), 0, strategy.iterations());
  return arrayOf(values, py::make_tuple(strategy.rows(), strategy.iterations()), "float64");
}

/// Runs the command line with these arguments, and returns its exit code.
int commandLine(std::vector<std::string> arguments) {
  std::string name = "noiseloom-cli";
  std::vector<char*> argv{name.data()};
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const py::gil_scoped_release released;
  return cli::runProgram(static_cast<int>(argv.size()) - 1, argv.data());
}

void registerErrors(py::module_& module) {
  // They are ValueError and OSError, too, as which Python code catches such errors.
  static py::exception<Error> error(module, "Error", PyExc_RuntimeError);
  static py::object both = py::reinterpret_steal<py::object>(PyTuple_Pack(2, error.ptr(), PyExc_ValueError));
  static py::object bothIo = py::reinterpret_steal<py::object>(PyTuple_Pack(2, error.ptr(), PyExc_OSError));
  static py::exception<InvalidArgument> invalid(module, "InvalidArgument", both);
  invalid.attr("argument") = "";  // for errors that concern no single argument
  static py::exception<FormatError> format(module, "FormatError", both);
  static py::exception<IoError> io(module, "IoError", bothIo);
  py::register_exception_translator([](std::exception_ptr pointer) {  // NOLINT(performance-unnecessary-value-param)
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const InvalidArgument& problem) {
      const py::object raised = py::reinterpret_borrow<py::object>(invalid)(problem.what());
      raised.attr("argument") = problem.argument();
      PyErr_SetObject(invalid.ptr(), raised.ptr());
    } catch (const FormatError& problem) {
      format(problem.what());
    } catch (const IoError& problem) {
      io(problem.what());
    } catch (const Error& problem) {
      error(problem.what());
    }
  });
}

}  // namespace

PYBIND11_MODULE(_noiseloom, module) {
  registerErrors(module);
  module.attr("__version__") = NOISELOOM_VERSION;
  py::class_<KeySource>(module, "KeySource")
      .def(py::init([](const py::object& given) {
             return py::isinstance<KeySource>(given) ? given.cast<KeySource>() : KeySource{given};
           }),
           py::arg("key"))
      .def("__repr__", [](const KeySource&) { return "<key of a run>"; });
  module.def(
      "key_identifier", [](const KeySource& key) { return keyIdentifier(keyOf(key)); }, py::arg("key"));
  module.def(
      "noise_key",
      [](const KeySource& key) {
        const SecretKey noise = keyOf(key).subKey(KeyUse::Noise);
        return py::bytes(reinterpret_cast<const char*>(noise.secret().data()), noise.secret().size());
      },
      py::arg("key"));
  module.def(
      "shard",
      [](Index parameters, Index rank, Index world) {
        const CoordinateRange shard = shardOf(parameters, rank, world);
        return std::pair(shard.begin, shard.end);
      },
      py::arg("parameters"), py::arg("rank"), py::arg("world"));

  py::class_<LoadedStrategy>(module, "Strategy")
      .def(py::init([](const std::string& path) {
             std::unique_ptr<LoadedStrategy> loaded;
             interruptible([&](const std::stop_token&) { loaded = std::make_unique<LoadedStrategy>(path); });
             return loaded;
           }),
           py::arg("path"))
      .def_readonly("sha256", &LoadedStrategy::sha256)
      .def_property_readonly("kind", [](const LoadedStrategy& s) { return std::string(s.file->strategy.kindName()); })
      .def_property_readonly("iterations", [](const LoadedStrategy& s) { return s.file->strategy.iterations(); })
      .def_property_readonly("noise_rows", [](const LoadedStrategy& s) { return s.file->strategy.noiseRows(); })
      .def_property_readonly("radius_bits", [](const LoadedStrategy& s) { return radiusBits(s.file->gaussianMethod); })
      .def_property_readonly("stddev", [](const LoadedStrategy& s) { return s.file->figures.stddev; })
      .def_property_readonly("clip_norm", [](const LoadedStrategy& s) { return s.file->scenario.clipNorm; })
      .def_property_readonly(
          "needs_members_in_parts",
          [](const LoadedStrategy& s) { return needsMembersInParts(s.file->scenario, s.file->strategy); })
      .def_property_readonly("bands", [](const LoadedStrategy& s) { return s.file->strategy.bands(); })
      .def_property_readonly("claimed",
                             [](const LoadedStrategy& s) { return s.file->claim.severity == ClaimSeverity::Ok; })
      .def_property_readonly("dataset_sizes",
                             [](const LoadedStrategy& s) -> std::optional<std::pair<Index, Index>> {
                               const Scenario& scenario = s.file->scenario;
                               if (!scenario.datasetSize) return std::nullopt;
                               return std::pair(*scenario.datasetSize, mostExamplesOf(scenario).value());
                             })
      .def(
          "divisor",
          [](const LoadedStrategy& s, std::optional<Index> datasetSize) {
            std::optional<std::tuple<double, double, double>> numbers;
            if (const auto divisor = publicDivisor(s.file->scenario, datasetSize))
              numbers = {divisor->batch, divisor->least, divisor->most};
            return numbers;
          },
          py::arg("dataset_size"))
      .def("claim", [](const LoadedStrategy& s) { return claimText(s.file->claim); })
      .def(
          "save",
          [](const LoadedStrategy& s, const std::string& path) {
            const py::gil_scoped_release released;
            writeFileAtomically(path, s.content);
          },
          py::arg("path"))
      .def("metadata", [](const LoadedStrategy& s) { return s.file->metadataJson; })
      .def("matrix", &matrixOf)
      .def("first_column", &firstColumnOf, py::arg("most"))
      .def("recurrence", &recurrenceOf, py::arg("step"));
  addAnswers(module);
  module.def("command_line", &commandLine, py::arg("arguments"));

  py::class_<Noise>(module, "Noise")
      .def(py::init<const LoadedStrategy&, const KeySource&, Index, Index, Index, const std::string&, Index, bool>(),
           py::arg("strategy"), py::arg("key"), py::arg("parameters"), py::arg("rank"), py::arg("world"),
           py::arg("dtype"), py::arg("threads"), py::arg("prefetch"))
      .def_property_readonly("begin", &Noise::begin)
      .def_property_readonly("end", &Noise::end)
      .def_property_readonly("step", &Noise::step)
      .def_property_readonly("key_id", &Noise::keyId)
      .def("next", &Noise::next, py::arg("out"))
      .def("advance", &Noise::advance, py::arg("step"));

  py::class_<Exact>(module, "Exact")
      .def(py::init<const LoadedStrategy&, const KeySource&, Index, Index, Index, const std::string&>(),
           py::arg("strategy"), py::arg("key"), py::arg("parameters"), py::arg("rank"), py::arg("world"),
           py::arg("dtype"))
      .def_property_readonly("begin", &Exact::begin)
      .def_property_readonly("end", &Exact::end)
      .def_property_readonly("step", &Exact::step)
      .def_property_readonly("margin", &Exact::margin)
      .def_property_readonly("key_id", &Exact::keyId)
      .def("release", &Exact::release, py::arg("sum"))
      .def("advance", &Exact::advance, py::arg("step"));

  py::class_<Batches>(module, "Batches")
      .def(py::init<const LoadedStrategy&, const KeySource&, Index, bool>(), py::arg("strategy"), py::arg("key"),
           py::arg("dataset_size"), py::arg("members_in_parts"))
      .def_readonly("key_id", &Batches::keyId)
      .def_property_readonly("batching", [](const Batches& b) { return std::string(b.sampler->batching().id); })
      .def("batch", &Batches::batch, py::arg("step"));

  py::class_<Record>(module, "Record")
      .def(py::init<const LoadedStrategy&, const KeySource&, const std::string&, Index, Index, Index, Index,
                    const std::string&, const std::string&, double, double, double, Index, Index>(),
           py::arg("strategy"), py::arg("key"), py::arg("path"), py::arg("dataset_size"), py::arg("parameters"),
           py::arg("rank"), py::arg("world"), py::arg("dtype"), py::arg("reduction"), py::arg("divisor"),
           py::arg("noise_scale"), py::arg("clip_norm"), py::arg("ranks"), py::arg("step"))
      .def("add", &Record::add, py::arg("step"), py::arg("batch"), py::arg("noise"), py::arg("release"),
           py::arg("clip_norm"), py::arg("divisor"))
      .def("check_release", &Record::checkRelease, py::arg("step"), py::arg("release"))
      .def_property_readonly("version", &Record::version)
      .def("set_flush_each_line", &Record::setFlushEachLine, py::arg("each"))
      .def("flush", &Record::flush)
      .def("finish", &Record::finish)
      .def("close", &Record::close);
}

}  // namespace noiseloom::python
