// What XRT's own headers and library make of a container. "describe FILE" prints what the library reads,
// "load FILE" loads it onto the device that XCL_EMULATION_MODE names, "write FILE" writes a small container
// through the C structures of the headers.
#include <cstring>
#include <fstream>
#include <iostream>
#include <vector>

#include <experimental/xrt_xclbin.h>
#include <xclbin.h>
#include <xrt/xrt_bo.h>
#include <xrt/xrt_device.h>
#include <xrt/xrt_kernel.h>

static void mems(const std::vector<xrt::xclbin::mem> &list, const char *what) {
  for (const auto &mem : list) {
    std::cout << what << ' ' << mem.get_index() << ' ' << mem.get_tag() << " type " << int(mem.get_type()) << " used "
              << mem.get_used() << " base " << mem.get_base_address() << " kib " << mem.get_size_kb() << '\n';
  }
}

static int describe(const char *path) {
  xrt::xclbin file{std::string(path)};
  std::cout << "uuid " << file.get_uuid().to_string() << '\n'
            << "platform " << file.get_xsa_name() << '\n'
            << "device " << file.get_fpga_device_name() << '\n'
            << "target " << int(file.get_target_type()) << '\n';
  mems(file.get_mems(), "mem");
  for (const auto &kernel : file.get_kernels()) {
    std::cout << "kernel " << kernel.get_name() << '\n';
    for (const auto &cu : kernel.get_cus()) {
      std::cout << "cu " << cu.get_name() << " base " << cu.get_base_address() << " size " << cu.get_size()
                << " control " << int(cu.get_control_type()) << '\n';
      for (const auto &arg : cu.get_args()) {
        std::cout << "arg " << arg.get_index() << ' ' << arg.get_name() << " port " << arg.get_port() << " size "
                  << arg.get_size() << " offset " << arg.get_offset() << " type " << arg.get_host_type() << '\n';
        for (const auto &mem : arg.get_mems()) std::cout << "reaches " << mem.get_tag() << '\n';
      }
    }
  }
  return 0;
}

static int write(const char *path) {
  mem_topology memory{};
  memory.m_count = 1;
  memory.m_mem_data[0].m_type = MEM_HBM;
  memory.m_mem_data[0].m_used = 1;
  memory.m_mem_data[0].m_size = 0x40000;
  memory.m_mem_data[0].m_base_address = 0x1122334455667788;
  std::strcpy(reinterpret_cast<char *>(memory.m_mem_data[0].m_tag), "HBM[0]");

  ip_layout ips{};
  ips.m_count = 1;
  ips.m_ip_data[0].m_type = IP_KERNEL;
  ips.m_ip_data[0].properties =
      1 | (5 << IP_INTERRUPT_ID_SHIFT & IP_INTERRUPT_ID_MASK) | (AP_CTRL_CHAIN << IP_CONTROL_SHIFT & IP_CONTROL_MASK);
  ips.m_ip_data[0].m_base_address = 0x1800000;
  std::strcpy(reinterpret_cast<char *>(ips.m_ip_data[0].m_name), "vadd:vadd_1");

  connectivity reach{};
  reach.m_count = 1;
  reach.m_connection[0] = {3, 0, 0};

  clock_freq_topology clocks{};
  clocks.m_count = 1;
  clocks.m_clock_freq[0].m_freq_Mhz = 300;
  clocks.m_clock_freq[0].m_type = CT_KERNEL;
  std::strcpy(clocks.m_clock_freq[0].m_name, "KERNEL_CLK");

  debug_ip_layout debug{};
  debug.m_count = 1;
  debug.m_debug_ip_data[0].m_type = AXI_MM_MONITOR;
  debug.m_debug_ip_data[0].m_index_lowbyte = 0x34;
  debug.m_debug_ip_data[0].m_index_highbyte = 0x12;
  debug.m_debug_ip_data[0].m_properties = 3;
  debug.m_debug_ip_data[0].m_major = 1;
  debug.m_debug_ip_data[0].m_minor = 2;
  debug.m_debug_ip_data[0].m_base_address = 0x2000;
  std::strcpy(debug.m_debug_ip_data[0].m_name, "monitor");

  struct {
    axlf_section_kind kind;
    const void *data;
    size_t size;
  } sections[] = {{MEM_TOPOLOGY, &memory, sizeof memory},
                  {IP_LAYOUT, &ips, sizeof ips},
                  {CONNECTIVITY, &reach, sizeof reach},
                  {CLOCK_FREQ_TOPOLOGY, &clocks, sizeof clocks},
                  {DEBUG_IP_LAYOUT, &debug, sizeof debug}};
  const size_t count = sizeof sections / sizeof *sections;

  axlf top{};
  std::memcpy(top.m_magic, "xclbin2", 8);
  top.m_signature_length = -1;
  std::memset(top.reserved, 0xff, sizeof top.reserved);
  std::memset(top.m_keyBlock, 0xff, sizeof top.m_keyBlock);
  top.m_uniqueId = 77;
  top.m_header.m_timeStamp = 1700000000;
  top.m_header.m_versionMajor = 2;
  top.m_header.m_versionMinor = 13;
  top.m_header.m_versionPatch = 466;
  top.m_header.m_mode = XCLBIN_HW_EMU;
  std::strcpy(reinterpret_cast<char *>(top.m_header.m_platformVBNV), "vendor_board_name_1");
  for (int i = 0; i < 16; i++) top.m_header.uuid[i] = 16 + i;
  top.m_header.m_numSections = count;

  std::vector<axlf_section_header> headers;
  std::vector<char> data;
  const size_t start = sizeof(axlf) + (count - 1) * sizeof(axlf_section_header);
  for (const auto &section : sections) {
    axlf_section_header header{};
    header.m_sectionKind = section.kind;
    std::strcpy(header.m_sectionName, "by hand");
    header.m_sectionOffset = start + data.size();
    header.m_sectionSize = section.size;
    headers.push_back(header);
    const char *bytes = static_cast<const char *>(section.data);
    data.insert(data.end(), bytes, bytes + section.size);
    data.resize((data.size() + 7) / 8 * 8);
  }
  top.m_header.m_length = start + data.size();

  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char *>(&top), sizeof top - sizeof(axlf_section_header));
  out.write(reinterpret_cast<const char *>(headers.data()), headers.size() * sizeof(axlf_section_header));
  out.write(data.data(), data.size());
  return out.good() ? 0 : 1;
}

static int load(const char *path) {
  xrt::device device(0);
  const auto uuid = device.load_xclbin(std::string(path));
  xrt::kernel kernel(device, uuid, "vadd");
  xrt::bo buffer(device, 4096, kernel.group_id(0));
  std::cout << "loaded " << uuid.to_string() << '\n'
            << "group " << kernel.group_id(0) << " offset " << kernel.offset(3) << '\n';
  return 0;
}

int main(int argc, char **argv) {
  try {
    if (argc == 3 && std::string(argv[1]) == "describe") return describe(argv[2]);
    if (argc == 3 && std::string(argv[1]) == "write") return write(argv[2]);
    if (argc == 3 && std::string(argv[1]) == "load") return load(argv[2]);
    std::cerr << "usage: describe FILE | load FILE | write FILE\n";
  } catch (const std::exception &e) {
    std::cerr << "refused: " << e.what() << '\n';
  }
  return 1;
}
