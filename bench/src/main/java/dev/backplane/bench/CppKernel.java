package dev.backplane.bench;

import dev.backplane.rtl.corpus.CorpusDesign;
import dev.backplane.rtl.corpus.KernelWorkload;
import dev.backplane.rtl.corpus.KernelWorkloads;
import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.PortSlice;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.xclbin.AddressQualifier;
import dev.backplane.xclbin.ArgComponent;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.KernelXml;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Generates the parts of a C++ harness for a kernel: a header with a structure of functions for
 * each of its interfaces, and the files of its job.
 */
final class CppKernel {
  private final CorpusDesign design;
  private final KernelPorts ports;
  private final List<Port> all;
  private final KernelMetadata kernel;

  CppKernel(CorpusDesign design, List<Port> all) throws IOException {
    this.design = design;
    this.all = all;
    ports = KernelPorts.of(all);
    kernel = KernelXml.read(Files.readAllBytes(design.description()));
    if (ports.clocks().size() != 1 || ports.slaves().size() != 1) {
      throw new IOException(design + " has not one clock and one interface with registers");
    }
  }

  /** Writes the job and gives the arguments of the program. */
  List<String> writeJob(Path folder, int scale, long seed, long bytes) throws IOException {
    Path job = folder.resolve("job");
    Path contents = folder.resolve("memory");
    StringBuilder text = new StringBuilder();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(bytes, 4096);
      KernelWorkload.Call call =
          KernelWorkloads.of(design.job()).prepare(memory, scale, new Random(seed));
      for (ArgComponent argument : kernel.args()) {
        if (argument.qualifier() != AddressQualifier.STREAM) {
          long value = Objects.requireNonNull(call.arguments().get(argument.name()));
          register(text, argument.offset(), value);
          if (argument.size() > Integer.BYTES) {
            register(text, argument.offset() + Integer.BYTES, value >>> Integer.SIZE);
          }
        }
      }
      for (Map.Entry<String, byte[]> packet : call.packets().entrySet()) {
        Path file = Files.write(folder.resolve("packet." + packet.getKey()), packet.getValue());
        text.append("packet %s %s\n".formatted(packet.getKey(), file));
      }
      Files.write(contents, memory.toArray(ValueLayout.JAVA_BYTE));
    }
    Files.writeString(job, text);
    return List.of(job.toString(), contents.toString());
  }

  private static void register(StringBuilder text, long offset, long value) {
    text.append("register %d %d\n".formatted(offset, value & 0xffff_ffffL));
  }

  /**
   * The header.
   *
   * @param model the declaration of the class {@code Model}
   * @param names its members
   */
  String header(String model, CppNames names) {
    StringBuilder text = new StringBuilder("#pragma once\n#include \"worker.h\"\n" + model);
    List<String> reads = new ArrayList<>();
    List<String> writes = new ArrayList<>();
    for (BusInterface bus : ports.masters()) {
      String type = "Pins" + (reads.size() + writes.size());
      text.append(new CppInterface(bus, names).master(type));
      if (bus.signal("ARVALID") != null) {
        reads.add("ReadChannel<" + type + ">");
      }
      if (bus.signal("AWVALID") != null) {
        writes.add("WriteChannel<" + type + ">");
      }
    }
    text.append(new CppInterface(ports.control(), names).registers("ControlPins"));
    List<String> senders = new ArrayList<>();
    List<String> receivers = new ArrayList<>();
    for (BusInterface bus : ports.streams()) {
      String type = "Stream" + (senders.size() + receivers.size());
      text.append(new CppInterface(bus, names).stream(type));
      if (bus.isStreamIn()) {
        senders.add("StreamSender<" + type + ">");
      } else {
        receivers.add("StreamReceiver<" + type + ">");
      }
    }
    text.append("#include \"axi.h\"\n#include \"registers.h\"\n#include \"stream.h\"\n");
    text.append("#include <tuple>\n");
    channels(text, "Reads", reads);
    channels(text, "Writes", writes);
    channels(text, "Senders", senders);
    channels(text, "Receivers", receivers);
    Port interrupt = ports.interrupt();
    CppPins.function(
        text,
        "bool interruptPin(Model& m)",
        "  return %s;\n".formatted(interrupt == null ? "false" : names.of(interrupt)));
    Port clock = ports.clocks().getFirst();
    CppPins.function(
        text, "void clockPin(Model& m, int level)", "  " + names.of(clock) + " = level;\n");
    StringBuilder resets = new StringBuilder();
    ports
        .resets()
        .forEach(
            reset ->
                resets.append(
                    "  %s = %s;\n"
                        .formatted(
                            names.of(reset.port()), reset.activeLow() ? "!active" : "active")));
    CppPins.function(text, "void resetPins(Model& m, bool active)", resets.toString());
    CppPins.powerUp(text, names, all, List.of(Clock.rising(clock.name())));
    text.append("static const bool HAS_INTERRUPT = %b;\n".formatted(interrupt != null));
    text.append(
        "static const bool CHAINED = %b;\n"
            .formatted(kernel.protocol().toLowerCase(Locale.ROOT).equals("ap_ctrl_chain")));
    return text.toString();
  }

  private static void channels(StringBuilder text, String name, List<String> types) {
    text.append("using %s = std::tuple<%s>;\n".formatted(name, String.join(", ", types)));
    CppPins.function(
        text,
        name + " make" + name + "([[maybe_unused]] World& w, [[maybe_unused]] Model& m)",
        "  return %s{%s};\n"
            .formatted(
                name, String.join(", ", types.stream().map(type -> type + "(w, m)").toList())));
  }

  /** A structure with a function for each signal of an interface. */
  private record CppInterface(BusInterface bus, CppNames names) {
    String master(String type) {
      int bytes = bus.dataBits() / Byte.SIZE;
      StringBuilder text = begin(type, bytes);
      text.append(
          "  static constexpr bool HAS_LAST = %b;\n".formatted(bus.signal("WLAST") != null));
      for (String channel : List.of("AR", "AW")) {
        get(text, channel + "VALID", "0");
        get(text, channel + "ADDR", "0");
        get(text, channel + "LEN", "0");
        get(text, channel + "SIZE", "" + Integer.numberOfTrailingZeros(bytes));
        get(text, channel + "BURST", "1");
        get(text, channel + "ID", "0");
        set(text, channel + "READY");
        payload(text, channel);
      }
      for (String signal : List.of("RVALID", "RID", "RRESP", "RLAST")) {
        set(text, signal);
      }
      for (String signal : List.of("WREADY", "BVALID", "BID", "BRESP")) {
        set(text, signal);
      }
      copy(text, "RDATA");
      get(text, "RREADY", "0");
      get(text, "WVALID", "0");
      get(text, "WLAST", "0");
      get(text, "BREADY", "0");
      bytes(text, "WDATA");
      bytes(text, "WSTRB");
      payload(text, "W");
      return text.append("};\n").toString();
    }

    String registers(String type) {
      StringBuilder text = begin(type, bus.dataBits() / Byte.SIZE);
      for (String signal :
          List.of(
              "ARVALID", "ARADDR", "RREADY", "AWVALID", "AWADDR", "WVALID", "WDATA", "WSTRB",
              "BREADY")) {
        set(text, signal);
      }
      for (String signal : List.of("ARREADY", "RVALID", "AWREADY", "WREADY", "BVALID")) {
        get(text, signal, "1");
      }
      for (String signal : List.of("RDATA", "RRESP", "BRESP")) {
        get(text, signal, "0");
      }
      return text.append("};\n").toString();
    }

    String stream(String type) {
      StringBuilder text = begin(type, (bus.dataBits() + 7) / Byte.SIZE);
      text.append(
          "  static constexpr bool HAS_READY = %b, HAS_KEEP = %b;\n"
              .formatted(bus.signal("TREADY") != null, bus.signal("TKEEP") != null));
      if (bus.isStreamIn()) {
        get(text, "TREADY", "1");
        set(text, "TVALID");
        set(text, "TLAST");
        copy(text, "TDATA");
        copy(text, "TKEEP");
        copy(text, "TSTRB");
      } else {
        set(text, "TREADY");
        get(text, "TVALID", "0");
        get(text, "TLAST", "0");
        bytes(text, "TDATA");
        bytes(text, "TKEEP");
        payload(text, "T");
      }
      return text.append("};\n").toString();
    }

    private StringBuilder begin(String type, int bytes) {
      return new StringBuilder(
          """
          struct %s {
            static constexpr const char* NAME = "%s";
            static constexpr unsigned BYTES = %d;
            Model& m;
          """
              .formatted(type, bus.name(), bytes));
    }

    private @Nullable Port port(String signal) {
      PortSlice slice = bus.signal(signal);
      return slice == null ? null : slice.port();
    }

    private static String function(String signal) {
      return signal.toLowerCase(Locale.ROOT);
    }

    private void get(StringBuilder text, String signal, String missing) {
      Port port = port(signal);
      text.append(
          "  uint64_t %s() const { return %s; }\n"
              .formatted(function(signal), port == null ? missing : names.word(port, 0)));
    }

    private void set(StringBuilder text, String signal) {
      Port port = port(signal);
      text.append(
          "  void %s(uint64_t value) { %s }\n"
              .formatted(
                  function(signal), port == null ? "(void)value;" : names.set(port, 0, "value")));
    }

    /** Sets a signal of any width from bytes. */
    private void copy(StringBuilder text, String signal) {
      Port port = port(signal);
      text.append(
          "  void %s(const uint8_t* from) { %s }\n"
              .formatted(
                  function(signal),
                  port == null
                      ? "(void)from;"
                      : "std::memcpy(&%s, from, %d);"
                          .formatted(names.of(port), (port.width() + 7) / Byte.SIZE)));
    }

    /** The bytes of a signal of any width; all ones if there is no such signal. */
    private void bytes(StringBuilder text, String signal) {
      Port port = port(signal);
      text.append("  const uint8_t* %s() const { ".formatted(function(signal)));
      if (port == null) {
        text.append("static const std::vector<uint8_t> ones(BYTES, 0xff); return ones.data(); }\n");
      } else {
        text.append("return reinterpret_cast<const uint8_t*>(&%s); }\n".formatted(names.of(port)));
      }
    }

    /**
     * Adds a function that gives the signals of a channel that must not change while its VALID
     * waits.
     */
    private void payload(StringBuilder text, String channel) {
      StringBuilder body = new StringBuilder();
      int at = 0;
      for (Map.Entry<String, PortSlice> signal : bus.signals().entrySet()) {
        Port port = signal.getValue().port();
        if (signal.getKey().startsWith(channel)
            && !signal.getKey().equals(channel + "VALID")
            && port.direction() == Port.Direction.OUTPUT) {
          for (int word = 0; word < CppNames.words(port); word++) {
            body.append(" to[%d] = %s;".formatted(at++, names.word(port, word)));
          }
        }
      }
      text.append(
          "  static constexpr int %s_WORDS = %d;\n  void %sPayload(uint64_t* to) const {%s }\n"
              .formatted(
                  channel, Math.max(1, at), function(channel), at == 0 ? " to[0] = 0;" : body));
    }
  }
}
