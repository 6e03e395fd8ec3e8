package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.engines.PinBits;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.SimulationContext;
import java.util.ArrayList;
import java.util.List;

/**
 * A group of masters of one clock whose handshake bits fit into one word: VALID and READY of all
 * their channels are read once per cycle, for the models, the history and the watchdog.
 */
final class MasterGroup {
  private final SimulationContext context;
  private final HandshakeHistory history;
  private ReadChannel[] reads = {};
  private WriteChannel[] writes = {};

  /** The VALID or READY pin that the kernel drives, by channel. */
  private final List<Pin> kernelPins = new ArrayList<>();

  private PinBits kernelBits = () -> 0;

  /** The VALIDs and READYs that the models drive. */
  private long drivenBits;

  /** The VALID and READY bits of all channels in this cycle, and in the one before. */
  private long handshakes;

  private long before;

  private final SteadyCycles steady;

  /** True if this cycle is as the one before. */
  private boolean isSteady;

  private final boolean hostChannel;

  /**
   * Creates a group without masters.
   *
   * @param context the context of their clock
   * @param hostChannel whether their USER signals are those of OPAE
   */
  MasterGroup(SimulationContext context, boolean hostChannel) {
    this.context = context;
    this.hostChannel = hostChannel;
    history = new HandshakeHistory(context.options().historyCycles());
    HarnessOptions options = context.options();
    steady =
        new SteadyCycles(
            options.stallPercent() == 0 && !options.shuffle() && !options.evaluatesEveryCycle());
  }

  /** Tells whether there are bits for another master with all channels. */
  boolean hasRoom() {
    return history.hasRoom(ChannelHistory.READ.length + ChannelHistory.WRITE.length);
  }

  ReadChannel addRead(InterfacePins pins) {
    ReadChannel channel =
        new ReadChannel(context, pins, this, newHistory(pins, ChannelHistory.READ), hostChannel);
    reads = AxiModel.append(reads, channel);
    return channel;
  }

  WriteChannel addWrite(InterfacePins pins) {
    WriteChannel channel =
        new WriteChannel(context, pins, this, newHistory(pins, ChannelHistory.WRITE), hostChannel);
    writes = AxiModel.append(writes, channel);
    return channel;
  }

  private ChannelHistory newHistory(InterfacePins pins, String[] channels) {
    ChannelHistory created = new ChannelHistory(pins.bus().name(), channels, history);
    context.record(created);
    return created;
  }

  /** Adds the kernel's pin of the next channel to the word. */
  Pin addKernelPin(Pin pin) {
    kernelPins.add(pin);
    return pin;
  }

  /** Connects the group with the engine, after all channels were added. */
  void connect(Engine engine) {
    kernelBits = engine.bits(kernelPins);
    steady.connect(reads, writes);
  }

  /** Toggles the bit that a model drives. */
  void toggleDriven(int bitIndex) {
    drivenBits ^= 1L << (bitIndex + HandshakeHistory.MODEL_SHIFT);
  }

  /** Reads the settled handshakes of all channels, before the edge. */
  void readHandshakes() {
    long seen = drivenBits | kernelBits.get();
    before = handshakes;
    handshakes = seen;
    history.put(context.cycle(), seen);
    if (HandshakeHistory.hasHandshake(seen)) {
      context.progress();
    }
  }

  /** Processes the handshakes of this cycle. */
  void sample() {
    long seen = handshakes;
    isSteady = steady.sample(seen, before);
    if (!isSteady) {
      for (ReadChannel each : reads) {
        each.sample(seen);
      }
      for (WriteChannel each : writes) {
        each.sample(seen);
      }
    }
  }

  /** Drives the inputs of the kernel for the next cycle. */
  void drive() {
    if (!isSteady || !steady.drive()) {
      for (ReadChannel each : reads) {
        each.drive();
      }
      for (WriteChannel each : writes) {
        each.drive();
      }
    }
  }

  /** Brings the counts of the channels up to date. */
  void count() {
    steady.count();
  }

  /** {@return the number of steady cycles, which the channels did not evaluate} */
  long steadyCycles() {
    return steady.total();
  }
}
