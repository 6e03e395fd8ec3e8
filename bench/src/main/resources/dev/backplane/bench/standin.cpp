// A device process that adds vectors natively, for XRT's hw_emu shim to talk to: what the protocol and the shim cost when the
// device costs nothing. standin SOCKET BASE serves one host; BASE is the address of the compute unit's registers.
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

static int host;

static bool take(void *to, size_t bytes) {
  auto at = static_cast<char *>(to);
  while (bytes > 0) {
    ssize_t got = read(host, at, bytes);
    if (got <= 0) return false;
    at += got;
    bytes -= got;
  }
  return true;
}

static uint64_t varint(const uint8_t *&at) {
  uint64_t value = 0;
  for (int shift = 0;; shift += 7) {
    value |= uint64_t(*at & 0x7f) << shift;
    if ((*at++ & 0x80) == 0) return value;
  }
}

struct Field {
  uint64_t number = 0;
  const uint8_t *data = nullptr;
};

static void put(std::string &out, int field, uint64_t value) {
  out += char(field << 3);
  for (; value >= 0x80; value >>= 7) out += char(value | 0x80);
  out += char(value);
}

static void put(std::string &out, int field, const char *data, size_t bytes) {
  out += char(field << 3 | 2);
  uint64_t length = bytes;
  for (; length >= 0x80; length >>= 7) out += char(length | 0x80);
  out += char(length);
  out.append(data, bytes);
}

int main(int, char **arguments) {
  constexpr uint64_t size = 1ull << 30;
  auto memory = static_cast<char *>(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  auto place = [&](uint64_t address) { return memory + (address & (size - 1)); };
  uint64_t base = strtoull(arguments[2], nullptr, 0);
  uint32_t registers[64] = {4};

  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  strncpy(address.sun_path, arguments[1], sizeof address.sun_path - 1);
  unlink(arguments[1]);
  int door = socket(AF_UNIX, SOCK_STREAM, 0);
  if (bind(door, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0 || listen(door, 1) != 0) {
    perror(arguments[1]);
    return 1;
  }
  puts("ready");
  fflush(stdout);
  host = accept(door, nullptr, nullptr);

  std::vector<uint8_t> request;
  uint8_t header[14];
  while (take(header, sizeof header)) {
    uint64_t bytes;
    uint32_t call;
    memcpy(&bytes, header + 1, 8);
    memcpy(&call, header + 10, 4);
    request.resize(bytes);
    if (!take(request.data(), bytes)) break;
    std::map<int, Field> fields;
    for (const uint8_t *at = request.data(), *end = at + bytes; at < end;) {
      uint64_t tag = varint(at);
      Field &field = fields[tag >> 3];
      field.number = 0;
      switch (tag & 7) {
        case 0: field.number = varint(at); break;
        case 1: memcpy(&field.number, at, 8); at += 8; break;
        case 2: field.number = varint(at); field.data = at; at += field.number; break;
        case 5: memcpy(&field.number, at, 4); at += 4; break;
      }
    }
    std::string reply(9, 0);
    switch (call) {
      case 6:  // host to device
        memcpy(place(fields[3].number + fields[6].number), fields[4].data, fields[5].number);
        put(reply, 1, fields[5].number);
        break;
      case 7:  // device to host
        put(reply, 1, fields[5].number);
        put(reply, 2, place(fields[4].number + fields[6].number), fields[5].number);
        break;
      case 9: {  // registers written
        uint64_t offset = fields[2].number - base;
        if (offset + fields[3].number <= sizeof registers) memcpy(registers + offset / 4, fields[4].data, fields[3].number);
        if (offset == 0 && (registers[0] & 1) != 0) {
          auto pointer = [&](int at) {
            return reinterpret_cast<int *>(place(registers[at / 4] | uint64_t(registers[at / 4 + 1]) << 32));
          };
          int *a = pointer(0x10), *b = pointer(0x1c), *c = pointer(0x28);
          for (uint32_t i = 0; i < registers[0x34 / 4]; i++) c[i] = a[i] + b[i];
          registers[0] = 6;
        }
        put(reply, 1, 1);
        break;
      }
      case 11: {  // registers read
        uint64_t offset = fields[2].number - base;
        char nothing[4] = {};
        bool here = offset + fields[3].number <= sizeof registers;
        put(reply, 1, 1);
        put(reply, 2, here ? reinterpret_cast<char *>(registers) + offset : nothing, here ? fields[3].number : 4);
        break;
      }
      case 19:  // messages: there are none
        break;
      case 4:
        put(reply, 1, 1);
        put(reply, 2, "", 0);
        break;
      default:
        put(reply, 1, 1);
    }
    reply[0] = 9;
    uint64_t length = reply.size() - 9;
    memcpy(reply.data() + 1, &length, 8);
    for (size_t sent = 0; sent < reply.size();) {
      ssize_t now = write(host, reply.data() + sent, reply.size() - sent);
      if (now <= 0) return 1;
      sent += now;
    }
    if (call == 1) break;
  }
  unlink(arguments[1]);
}
