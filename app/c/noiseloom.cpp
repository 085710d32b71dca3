#include "app/c/noiseloom.h"

#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/errors.h"
#include "core/base/version.h"
#include "core/claim/claim.h"
#include "core/io/key_file.h"
#include "core/io/sha256.h"
#include "core/io/strategy_file.h"
#include "core/noise/exact_release.h"
#include "core/noise/noise_stream.h"
#include "core/noise/prefetched_noise.h"
#include "core/noise/shard.h"
#include "core/sampling/batch_sampler.h"

using namespace noiseloom;

struct noiseloom_strategy {
  StrategyFile file;
  std::string kind;
  std::string sha256;
  std::string claim;
};

struct noiseloom_key {
  SecretKey key;
};

struct noiseloom_noise {
  explicit noiseloom_noise(const std::function<NoiseStream()>& make) : rows(make) {}
  PrefetchedNoise rows;
};

struct noiseloom_exact {
  ExactRelease release;
};

struct noiseloom_batches {
  std::shared_ptr<const BatchSampler> sampler;
  std::vector<Index> batch;
};

namespace {

thread_local std::string lastError;

noiseloom_status failed(noiseloom_status status, const char* sentence) noexcept {
  try {
    lastError = sentence;
  } catch (...) {
    lastError.clear();
  }
  return status;
}

/// An argument that must not be NULL.
struct Given {
  const char* argument;
  const void* pointer;
};

/// Runs `work` with what has to be given, and turns its exceptions into a status with a sentence.
template <class Work>
noiseloom_status guarded(std::initializer_list<Given> given, Work work) noexcept {
  try {
    for (const auto& [argument, pointer] : given) {
      if (pointer == nullptr)
        throw InvalidArgument(argument, std::string("NULL"), std::string("a pointer to something"));
    }
    work();
    return NOISELOOM_OK;
  } catch (const InvalidArgument& error) {
    return failed(NOISELOOM_INVALID_ARGUMENT, error.what());
  } catch (const IoError& error) {
    return failed(NOISELOOM_IO_ERROR, error.what());
  } catch (const FormatError& error) {
    return failed(NOISELOOM_FORMAT_ERROR, error.what());
  } catch (const std::bad_alloc&) {
    return failed(NOISELOOM_OUT_OF_MEMORY, "out of memory");
  } catch (const std::exception& error) {
    return failed(NOISELOOM_FAILED, error.what());
  } catch (...) {
    return failed(NOISELOOM_FAILED, "unknown error");
  }
}

double figureOf(const StrategyFile& file, const std::string& name) {
  if (name == "epsilon") return file.scenario.epsilon;
  if (name == "delta") return file.scenario.delta;
  if (name == "clip_norm") return file.scenario.clipNorm;
  for (const FigureInfo& figure : figureFields()) {
    if (figure.name == name) return figure.of(file.figures);
  }
  throw InvalidArgument("name", name, std::string("a figure of strategy files, epsilon, delta or clip_norm"));
}

template <class Real>
noiseloom_status next(noiseloom_noise* noise, Real* out, size_t count) noexcept {
  return guarded({{"noise", noise}, {"out", out}}, [&] { noise->rows.next(std::span<Real>(out, count)); });
}

template <class Real>
noiseloom_status release(noiseloom_exact* exact, Real* sum, size_t count) noexcept {
  return guarded({{"exact", exact}, {"sum", sum}}, [&] { exact->release.release(std::span<Real>(sum, count)); });
}

}  // namespace

extern "C" {

int noiseloom_api_version(void) {
  return NOISELOOM_API_VERSION;
}

const char* noiseloom_version(void) {
  return NOISELOOM_VERSION;
}

const char* noiseloom_last_error(void) {
  return lastError.c_str();
}

noiseloom_status noiseloom_strategy_load(const char* path, noiseloom_strategy** strategy) {
  return guarded({{"path", path}, {"strategy", strategy}}, [&] {
    // The hash is computed before and after reading, in case the file is replaced meanwhile.
    std::string before = sha256OfFile(path);
    StrategyFile file = readStrategyFile(path);
    if (sha256OfFile(path) != before) throw Error(std::string("the strategy file changed while it was read"));
    std::string kind(file.strategy.kindName());
    std::string claim = claimText(file.claim);
    *strategy = std::make_unique<noiseloom_strategy>(
                    noiseloom_strategy{std::move(file), std::move(kind), std::move(before), std::move(claim)})
                    .release();
  });
}

void noiseloom_strategy_free(noiseloom_strategy* strategy) {
  delete strategy;
}

const char* noiseloom_strategy_kind(const noiseloom_strategy* strategy) {
  return strategy ? strategy->kind.c_str() : nullptr;
}

const char* noiseloom_strategy_sha256(const noiseloom_strategy* strategy) {
  return strategy ? strategy->sha256.c_str() : nullptr;
}

const char* noiseloom_strategy_metadata(const noiseloom_strategy* strategy) {
  return strategy ? strategy->file.metadataJson.c_str() : nullptr;
}

const char* noiseloom_strategy_claim(const noiseloom_strategy* strategy) {
  return strategy ? strategy->claim.c_str() : nullptr;
}

int noiseloom_strategy_claimed(const noiseloom_strategy* strategy) {
  return strategy && strategy->file.claim.severity == ClaimSeverity::Ok ? 1 : 0;
}

int64_t noiseloom_strategy_iterations(const noiseloom_strategy* strategy) {
  return strategy ? strategy->file.strategy.iterations() : 0;
}

int64_t noiseloom_strategy_noise_rows(const noiseloom_strategy* strategy) {
  return strategy ? strategy->file.strategy.noiseRows() : 0;
}

noiseloom_status noiseloom_strategy_figure(const noiseloom_strategy* strategy, const char* name, double* value) {
  return guarded({{"strategy", strategy}, {"name", name}, {"value", value}},
                 [&] { *value = figureOf(strategy->file, name); });
}

noiseloom_status noiseloom_key_load(const char* path, noiseloom_key** key) {
  return guarded({{"path", path}, {"key", key}},
                 [&] { *key = std::make_unique<noiseloom_key>(noiseloom_key{readKeyFile(path)}).release(); });
}

noiseloom_status noiseloom_key_from_bytes(const uint8_t bytes[32], noiseloom_key** key) {
  return guarded({{"bytes", bytes}, {"key", key}}, [&] {
    const std::span<const std::uint8_t, SecretKey::kBytes> secret(bytes, SecretKey::kBytes);
    *key = std::make_unique<noiseloom_key>(noiseloom_key{SecretKey::fromBytes(secret)}).release();
  });
}

void noiseloom_key_free(noiseloom_key* key) {
  delete key;
}

noiseloom_status noiseloom_noise_open(const noiseloom_strategy* strategy, const noiseloom_key* key, int64_t parameters,
                                      int64_t rank, int64_t world, noiseloom_number_type number_type,
                                      noiseloom_noise** noise) {
  return guarded({{"strategy", strategy}, {"key", key}, {"noise", noise}}, [&] {
    if (number_type != NOISELOOM_FLOAT32 && number_type != NOISELOOM_FLOAT64)
      throw InvalidArgument("number_type", std::to_string(static_cast<int>(number_type)),
                            std::string("NOISELOOM_FLOAT32 or NOISELOOM_FLOAT64"));
    const auto [begin, end] = shardOf(parameters, rank, world);
    const auto type = number_type == NOISELOOM_FLOAT32 ? NumberType::Float32 : NumberType::Float64;
    const auto make = [of = strategy->file.strategy, source = noiseSource(key->key, strategy->file.gaussianMethod),
                       stddev = strategy->file.figures.stddev, from = begin, to = end,
                       type] { return NoiseStream(of, source, stddev, from, to, type); };
    auto made = std::make_unique<noiseloom_noise>(make);
    made->rows.prepare();
    *noise = made.release();
  });
}

void noiseloom_noise_free(noiseloom_noise* noise) {
  delete noise;
}

int64_t noiseloom_noise_begin(const noiseloom_noise* noise) {
  return noise ? noise->rows.begin() : 0;
}

int64_t noiseloom_noise_end(const noiseloom_noise* noise) {
  return noise ? noise->rows.end() : 0;
}

int64_t noiseloom_noise_step(const noiseloom_noise* noise) {
  return noise ? noise->rows.step() : 0;
}

noiseloom_status noiseloom_noise_set_threads(noiseloom_noise* noise, int64_t threads) {
  return guarded({{"noise", noise}}, [&] { noise->rows.setThreads(threads); });
}

noiseloom_status noiseloom_noise_set_prefetch(noiseloom_noise* noise, int prefetch) {
  return guarded({{"noise", noise}}, [&] { noise->rows.setPrefetch(prefetch != 0); });
}

noiseloom_status noiseloom_noise_next_float(noiseloom_noise* noise, float* out, size_t count) {
  return next(noise, out, count);
}

noiseloom_status noiseloom_noise_next_double(noiseloom_noise* noise, double* out, size_t count) {
  return next(noise, out, count);
}

noiseloom_status noiseloom_noise_advance(noiseloom_noise* noise, int64_t step) {
  return guarded({{"noise", noise}}, [&] { noise->rows.advanceTo(step); });
}

noiseloom_status noiseloom_exact_open(const noiseloom_strategy* strategy, const noiseloom_key* key, int64_t parameters,
                                      int64_t rank, int64_t world, noiseloom_exact** exact) {
  return guarded({{"strategy", strategy}, {"key", key}, {"exact", exact}}, [&] {
    const auto [begin, end] = shardOf(parameters, rank, world);
    const StrategyFile& file = strategy->file;
    ExactRelease made(file.strategy, key->key, file.figures.stddev, file.scenario.clipNorm, parameters, begin, end);
    *exact = std::make_unique<noiseloom_exact>(noiseloom_exact{std::move(made)}).release();
  });
}

void noiseloom_exact_free(noiseloom_exact* exact) {
  delete exact;
}

int64_t noiseloom_exact_begin(const noiseloom_exact* exact) {
  return exact ? exact->release.begin() : 0;
}

int64_t noiseloom_exact_end(const noiseloom_exact* exact) {
  return exact ? exact->release.end() : 0;
}

int64_t noiseloom_exact_step(const noiseloom_exact* exact) {
  return exact ? exact->release.step() : 0;
}

double noiseloom_exact_margin(const noiseloom_exact* exact) {
  return exact ? exact->release.margin() : 0;
}

noiseloom_status noiseloom_exact_release_float(noiseloom_exact* exact, float* sum, size_t count) {
  return release(exact, sum, count);
}

noiseloom_status noiseloom_exact_release_double(noiseloom_exact* exact, double* sum, size_t count) {
  return release(exact, sum, count);
}

noiseloom_status noiseloom_exact_advance(noiseloom_exact* exact, int64_t step) {
  return guarded({{"exact", exact}}, [&] { exact->release.advanceTo(step); });
}

noiseloom_status noiseloom_batches_open(const noiseloom_strategy* strategy, const noiseloom_key* key,
                                        int64_t dataset_size, noiseloom_batches** batches) {
  return guarded({{"strategy", strategy}, {"key", key}, {"batches", batches}}, [&] {
    auto sampler = batchSampler(strategy->file.scenario, strategy->file.strategy, dataset_size, key->key);
    *batches = std::make_unique<noiseloom_batches>(noiseloom_batches{std::move(sampler), {}}).release();
  });
}

void noiseloom_batches_free(noiseloom_batches* batches) {
  delete batches;
}

noiseloom_status noiseloom_batches_step(noiseloom_batches* batches, int64_t step, const int64_t** indices,
                                        size_t* count) {
  return guarded({{"batches", batches}, {"indices", indices}, {"count", count}}, [&] {
    batches->batch = batches->sampler->batch(step);
    *indices = batches->batch.data();
    *count = batches->batch.size();
  });
}

}  // extern "C"
