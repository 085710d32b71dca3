#pragma once

namespace noiseloom {

/// The base of interfaces: their objects are used by reference and never copied.
class Interface {
 public:
  Interface() = default;
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;
  virtual ~Interface() = default;
};

}  // namespace noiseloom
