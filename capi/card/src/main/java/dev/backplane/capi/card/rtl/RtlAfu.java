package dev.backplane.capi.card.rtl;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.capi.card.CapiAfu;
import dev.backplane.capi.card.PslPort;
import dev.backplane.capi.card.config.AfuConfig;
import dev.backplane.capi.card.descriptor.AfuDescriptor;
import dev.backplane.capi.card.descriptor.InvalidDescriptor;
import dev.backplane.capi.card.psl.SoftPsl;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.psl.ContextCommand;
import dev.backplane.rtl.harness.psl.PslAccelerator;
import dev.backplane.rtl.harness.psl.PslFaults;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.util.OptionalLong;

/**
 * An AFU in RTL: its clock runs while it has something to do, and the commands on its pins go to
 * the soft PSL, as those of an AFU in Java do.
 */
public final class RtlAfu implements CapiAfu {
  /** The size of the register space: addresses have 24 bits and count words of 4 bytes. */
  private static final long REGISTER_BYTES = 1L << 26;

  /** Cycles between two accesses to registers. */
  private static final int STEP_CYCLES = 256;

  private final String name;
  private final int deadlineCycles;
  private final PortHost host = new PortHost();
  private final PslAccelerator accelerator;
  private final AfuDescriptor descriptor;
  private boolean ended;

  /**
   * Gives an AFU power and RESET, and reads its descriptor.
   *
   * @param name what it is called in messages
   * @param design its design
   * @param ports its ports
   * @param faults what is injected at its pins
   * @param config what is said of it
   * @throws dev.backplane.rtl.base.RtlException if it breaks a rule, or does not answer
   * @throws dev.backplane.capi.card.descriptor.InvalidDescriptor if its descriptor is not one
   */
  public RtlAfu(
      String name, CompiledDesign design, KernelPorts ports, PslFaults faults, AfuConfig config) {
    this.name = name;
    deadlineCycles = config.deadlineCycles();
    HarnessOptions options =
        HarnessOptions.builder()
            .latency(1)
            .outstanding(SoftPsl.CREDITS)
            .accessCycles(deadlineCycles)
            .warnings(config.options().warnings())
            .warningSink(
                text ->
                    System.getLogger(RtlAfu.class.getName())
                        .log(System.Logger.Level.WARNING, name + ": " + text))
            .reportSink(report -> System.err.println(name + ": " + report.plain()))
            .build();
    accelerator = new PslAccelerator(design::newEngine, ports, host, faults, options);
    try {
      accelerator.reset();
      descriptor =
          AfuDescriptor.read(new DescriptorSpace(accelerator).descriptor(), config.emptyRecords());
    } catch (RuntimeException | Error e) {
      accelerator.close();
      throw e;
    }
  }

  @Override
  public AfuDescriptor descriptor() {
    return descriptor;
  }

  @Override
  public byte[] errorBuffer(long offset, int bytes) {
    long begin = descriptor.errorBuffer().orElse(0) + offset;
    try {
      return new DescriptorSpace(accelerator).bytes(begin, bytes);
    } catch (InvalidDescriptor e) {
      throw unacknowledged("read", begin);
    }
  }

  @Override
  public long registerBytes() {
    return REGISTER_BYTES;
  }

  @Override
  public void connect(PslPort psl) {
    host.connect(psl);
  }

  @Override
  public void reset() {
    accelerator.reset();
    ended = true;
  }

  @Override
  public void start(long workElementDescriptor) {
    ended = false;
    accelerator.start(workElementDescriptor);
    tellEnding();
  }

  @Override
  public void add(int process) {
    accelerator.tell(ContextCommand.ADD, process);
    tellEnding();
  }

  @Override
  public void terminate(int process) {
    if (!ended) {
      accelerator.tell(ContextCommand.TERMINATE, process);
    }
    tellEnding();
    if (!ended) {
      accelerator.tell(ContextCommand.REMOVE, process);
    }
    tellEnding();
  }

  private void tellEnding() {
    if (!ended) {
      OptionalLong ending = accelerator.ending();
      if (ending.isPresent()) {
        ended = true;
        host.port().done(ending.getAsLong());
      }
    }
  }

  @Override
  public long read(long offset, int bytes) {
    OptionalLong value = accelerator.read(false, offset, bytes);
    tellEnding();
    return value.orElseThrow(() -> unacknowledged("read", offset));
  }

  @Override
  public void write(long offset, int bytes, long value) {
    boolean acknowledged = accelerator.write(offset, bytes, value);
    tellEnding();
    if (!acknowledged) {
      throw unacknowledged("write", offset);
    }
  }

  private BackplaneException unacknowledged(String verb, long offset) {
    return BackplaneException.because(
            ErrorCode.TIMEOUT,
            "no ah_mmack came in %d cycles, for this access or one before it"
                .formatted(deadlineCycles))
        .during("%s the register at 0x%x".formatted(verb, offset))
        .on(name)
        .remedy(
            "Let the AFU acknowledge every access with ah_mmack. Registers are not accessed any"
                + " more until it does or is reset")
        .build();
  }

  @Override
  public void response(int tag, PslResponse response) {
    host.answer(tag, response);
  }

  @Override
  public boolean advance() {
    boolean more = accelerator.advance(STEP_CYCLES);
    tellEnding();
    return more && !ended;
  }

  @Override
  public void close() {
    accelerator.close();
  }
}
