/* Noiseloom's runtime for training jobs in any language: strategy files, their privacy claims, and their noise,
 * bit for bit as every other program of Noiseloom makes it (docs/runtime.md).
 *
 * Errors. A function that can fail returns a noiseloom_status and leaves its results untouched unless that is
 * NOISELOOM_OK; noiseloom_last_error() then describes the error in a sentence. No exception crosses this interface.
 *
 * Threads. Strategies and keys may be used by several threads at once. One thread at a time uses a noise stream, exact
 * releases, or batches.
 *
 * Versions. While NOISELOOM_API_VERSION is unchanged, so are the declarations in this header: functions are only added.
 * The library's soname carries that number. */
#ifndef NOISELOOM_H
#define NOISELOOM_H

/* NOLINTBEGIN(modernize-*, readability-identifier-naming): this is C. */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NOISELOOM_API_VERSION 1

#if defined(__GNUC__)
#define NOISELOOM_EXPORT __attribute__((visibility("default")))
#else
#define NOISELOOM_EXPORT
#endif

typedef enum noiseloom_status {
  NOISELOOM_OK = 0,
  NOISELOOM_INVALID_ARGUMENT = 1, /* an argument cannot be used, e.g. a null pointer */
  NOISELOOM_IO_ERROR = 2,         /* a file cannot be read */
  NOISELOOM_FORMAT_ERROR = 3,     /* a file is not what it should be */
  NOISELOOM_OUT_OF_MEMORY = 4,
  NOISELOOM_FAILED = 5 /* anything else: a value beyond the range of the number type */
} noiseloom_status;

typedef enum noiseloom_number_type { NOISELOOM_FLOAT32 = 0, NOISELOOM_FLOAT64 = 1 } noiseloom_number_type;

typedef struct noiseloom_strategy noiseloom_strategy; /* a strategy file that was read and checked */
typedef struct noiseloom_key noiseloom_key;           /* the secret of one training run */
typedef struct noiseloom_noise noiseloom_noise;       /* the noise of one shard, step by step */
typedef struct noiseloom_exact noiseloom_exact;       /* exact releases of one shard, step by step */
typedef struct noiseloom_batches noiseloom_batches;   /* the examples of each step */

/* NOISELOOM_API_VERSION of the library, and its release ("1.0.0"). */
NOISELOOM_EXPORT int noiseloom_api_version(void);
NOISELOOM_EXPORT const char* noiseloom_version(void);
/* The error of this thread's last failed call: an English sentence in UTF-8, empty before the first one. Valid until
 * this thread's next failed call. */
NOISELOOM_EXPORT const char* noiseloom_last_error(void);

/* Strategy files (docs/formats.md) */

/* Reads a strategy file and checks its form, its hashes and its consistency. path: bytes of the file system. */
NOISELOOM_EXPORT noiseloom_status noiseloom_strategy_load(const char* path, noiseloom_strategy** strategy);
/* Open streams are unaffected. NULL is ignored. */
NOISELOOM_EXPORT void noiseloom_strategy_free(noiseloom_strategy* strategy);
/* Texts live as long as the strategy; NULL for NULL. */
NOISELOOM_EXPORT const char* noiseloom_strategy_kind(const noiseloom_strategy* strategy);   /* "toeplitz", "blt", ... */
NOISELOOM_EXPORT const char* noiseloom_strategy_sha256(const noiseloom_strategy* strategy); /* of the whole file, hex */
NOISELOOM_EXPORT const char* noiseloom_strategy_metadata(const noiseloom_strategy* strategy); /* the file's JSON */
NOISELOOM_EXPORT const char* noiseloom_strategy_claim(const noiseloom_strategy* strategy);    /* as text, for people */
/* 1 if the claim is made; 0 if an assumption of it is violated, so that nothing is promised, and for NULL. */
NOISELOOM_EXPORT int noiseloom_strategy_claimed(const noiseloom_strategy* strategy);
/* n, the number of steps, and how many rows of the model's size are kept to make noise; 0 for NULL. */
NOISELOOM_EXPORT int64_t noiseloom_strategy_iterations(const noiseloom_strategy* strategy);
NOISELOOM_EXPORT int64_t noiseloom_strategy_noise_rows(const noiseloom_strategy* strategy);
/* One of the file's figures by its name in the file: "noise_multiplier", "stddev", "sensitivity", "rmse", ...; also
 * "epsilon", "delta" and "clip_norm". Errors are in units of the clip norm, on the summed gradient. */
NOISELOOM_EXPORT noiseloom_status noiseloom_strategy_figure(const noiseloom_strategy* strategy, const char* name,
                                                            double* value);

/* Keys: each run needs its own. With one key for two runs, the noise cancels in the difference of their releases */

/* Reads a key from a file of mode 0600 or 0400 with 32 bytes or 64 hexadecimal digits. */
NOISELOOM_EXPORT noiseloom_status noiseloom_key_load(const char* path, noiseloom_key** key);
/* Copies a key from 32 secret bytes, which the caller should clear. */
NOISELOOM_EXPORT noiseloom_status noiseloom_key_from_bytes(const uint8_t bytes[32], noiseloom_key** key);
/* Clears the key. Open streams keep what they need of it. NULL is ignored. */
NOISELOOM_EXPORT void noiseloom_key_free(noiseloom_key* key);

/* Noise */

/* Shard `rank` of `world` of a model of `parameters` coordinates, from step 0 on: shards agree bit for bit with the
 * whole (rank 0 of 1). 1 <= world <= parameters, 0 <= rank < world. Takes the memory of all kept rows from the system,
 * for gigabytes in seconds, so that no step has to. */
NOISELOOM_EXPORT noiseloom_status noiseloom_noise_open(const noiseloom_strategy* strategy, const noiseloom_key* key,
                                                       int64_t parameters, int64_t rank, int64_t world,
                                                       noiseloom_number_type number_type, noiseloom_noise** noise);
NOISELOOM_EXPORT void noiseloom_noise_free(noiseloom_noise* noise);
/* The shard's coordinates [begin, end) and the step whose noise comes next; 0 for NULL. */
NOISELOOM_EXPORT int64_t noiseloom_noise_begin(const noiseloom_noise* noise);
NOISELOOM_EXPORT int64_t noiseloom_noise_end(const noiseloom_noise* noise);
NOISELOOM_EXPORT int64_t noiseloom_noise_step(const noiseloom_noise* noise);
/* How many threads make a step, 1 to 64, or 0 for as many as there are processors, 8 at most. 1 by default. Changes no
 * bit of the noise. */
NOISELOOM_EXPORT noiseloom_status noiseloom_noise_set_threads(noiseloom_noise* noise, int64_t threads);
/* 1: after each step a thread makes the next one's noise while the caller works; it takes the memory of one more row. 0
 * by default. Changes no bit of the noise, nor noiseloom_noise_step(), and an error comes with the step that it is of.
 * noiseloom_noise_free() stops the thread. In a child process that was forked meanwhile the next step takes as long as
 * noiseloom_noise_advance() to it. */
NOISELOOM_EXPORT noiseloom_status noiseloom_noise_set_prefetch(noiseloom_noise* noise, int prefetch);
/* The next step's noise, to be added to the SUM of the clipped gradients, before any division by the batch size.
 * count = end - begin. Refused after the last step, where the privacy claim ends, and for another number type. */
NOISELOOM_EXPORT noiseloom_status noiseloom_noise_next_float(noiseloom_noise* noise, float* out, size_t count);
NOISELOOM_EXPORT noiseloom_status noiseloom_noise_next_double(noiseloom_noise* noise, double* out, size_t count);
/* Advances to `step`, the number of completed steps, to resume a run. step <= n, and not backwards. If the strategy
 * needs it, the noise of the steps in between is made and dropped, which takes as long as the steps did. */
NOISELOOM_EXPORT noiseloom_status noiseloom_noise_advance(noiseloom_noise* noise, int64_t step);

/* Exact releases (docs/runtime.md), instead of noise: private sums, formed without adding noise in floating point */

/* Shard `rank` of `world`, as in noiseloom_noise_open(). For strategies of the kinds "identity", "toeplitz" and
 * "banded" and up to 2^42 parameters. Keeps 8 bytes per coordinate and noise row (at least one), and no gradient. */
NOISELOOM_EXPORT noiseloom_status noiseloom_exact_open(const noiseloom_strategy* strategy, const noiseloom_key* key,
                                                       int64_t parameters, int64_t rank, int64_t world,
                                                       noiseloom_exact** exact);
NOISELOOM_EXPORT void noiseloom_exact_free(noiseloom_exact* exact);
/* The shard's coordinates [begin, end) and the step that is released next; 0 for NULL. */
NOISELOOM_EXPORT int64_t noiseloom_exact_begin(const noiseloom_exact* exact);
NOISELOOM_EXPORT int64_t noiseloom_exact_end(const noiseloom_exact* exact);
NOISELOOM_EXPORT int64_t noiseloom_exact_step(const noiseloom_exact* exact);
/* The relative excess of the noise over the file's stddev, which covers the rounding to a grid; 0 for NULL. */
NOISELOOM_EXPORT double noiseloom_exact_margin(const noiseloom_exact* exact);
/* Replaces the SUM of the step's clipped gradients by the private sum and advances to the next step. count = end -
 * begin. Refused, with nothing changed, after the last step and if a value is not finite or beyond 2^20 stddev. */
NOISELOOM_EXPORT noiseloom_status noiseloom_exact_release_float(noiseloom_exact* exact, float* sum, size_t count);
NOISELOOM_EXPORT noiseloom_status noiseloom_exact_release_double(noiseloom_exact* exact, double* sum, size_t count);
/* Advances to `step`, the number of completed steps, to resume a run. step <= n, and not backwards. A step that is
 * released again, after a checkpoint was loaded, must have the same sum: otherwise the releases differ by the sums. */
NOISELOOM_EXPORT noiseloom_status noiseloom_exact_advance(noiseloom_exact* exact, int64_t step);

/* Batches (docs/sampling.md) */

/* The examples of each step, as the file's claim assumes. dataset_size: the number of examples, as in the file if it
 * states one. The batches and their sizes are as secret as the key. */
NOISELOOM_EXPORT noiseloom_status noiseloom_batches_open(const noiseloom_strategy* strategy, const noiseloom_key* key,
                                                         int64_t dataset_size, noiseloom_batches** batches);
NOISELOOM_EXPORT void noiseloom_batches_free(noiseloom_batches* batches);
/* The examples of a step, in any order of steps: `count` indices from 0 to dataset_size - 1, each once, increasing.
 * They belong to `batches` and are valid until its next call. A batch may be empty: its step adds the noise alone. */
NOISELOOM_EXPORT noiseloom_status noiseloom_batches_step(noiseloom_batches* batches, int64_t step,
                                                         const int64_t** indices, size_t* count);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-*, readability-identifier-naming) */

#endif
