package dev.backplane.capi.card.psl;

import dev.backplane.capi.card.CapiAfu;
import dev.backplane.capi.card.PslPort;
import dev.backplane.capi.card.descriptor.AfuDescriptor;
import dev.backplane.capi.card.descriptor.ProgrammingModel;
import dev.backplane.capi.card.memory.KnownMemory;
import dev.backplane.capi.card.memory.KnownMemory.Region;
import dev.backplane.ffi.AddressSpace;
import dev.backplane.rtl.harness.psl.DmaRequest;
import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An AFU with two contexts of this process, behind its own PSL; a test gives its commands. */
final class ScriptedAfu implements CapiAfu, ContextListener, AutoCloseable {
  private static final AddressSpace SELF = AddressSpace.OWN;
  private static final long PATIENCE = 60_000_000_000L;

  final SoftPsl psl;
  final KnownMemory known = new KnownMemory();
  final List<String> faults = new ArrayList<>();
  private final @Nullable PslResponse[] answers = new PslResponse[PslPort.TAGS];
  private int tag;

  ScriptedAfu(Dsisr dsisr, Faults faults, LineClaims claims) {
    psl = new SoftPsl(this, dsisr, faults, claims);
    psl.reset();
    psl.start(0);
    attach(0);
    attach(1);
  }

  void attach(int process) {
    psl.attach(new AttachedContext(process, 0, 0, SELF, known, 1, this));
  }

  void know(MemorySegment memory) {
    known.add(new Region(memory.address(), memory));
  }

  /** Gives a command, without its answer; returns its tag. */
  int begin(PslCommand command, int process, long address, int bytes) {
    tag = (tag + 1) % PslPort.TAGS;
    answers[tag] = null;
    psl.command(tag, command, process, address, bytes);
    return tag;
  }

  @Nullable PslResponse answer(int of) {
    psl.serve();
    return answers[of];
  }

  /** Gives a command of a context, and waits for its answer. */
  PslResponse give(int process, PslCommand command, long address, int bytes) {
    int given = begin(command, process, address, bytes);
    long end = System.nanoTime() + PATIENCE;
    while (answers[given] == null) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError(command + " is not answered");
      }
      psl.serve();
    }
    return Objects.requireNonNull(answers[given]);
  }

  /** As the other, of the first context. */
  PslResponse give(PslCommand command, long address, int bytes) {
    return give(0, command, address, bytes);
  }

  /** Gives a command that reads, and then takes the number from its line. */
  long number(long address, int bytes) {
    return DmaRequest.number(
        psl.line(tag), address & PslPort.LINE_BYTES - 1, bytes, ByteOrder.nativeOrder());
  }

  /** Puts a number into the line of the next command. */
  void put(long value, long address, int bytes) {
    DmaRequest.put(
        value, line(1), address & PslPort.LINE_BYTES - 1, bytes, ByteOrder.nativeOrder());
  }

  /** Gives a command with a number to be written. */
  PslResponse give(PslCommand command, long address, int bytes, long value) {
    put(value, address, bytes);
    return give(command, address, bytes);
  }

  /** {@return the line of the last command, or of one that comes after it} */
  MemorySegment line(int after) {
    return psl.line(tag + after & PslPort.TAGS - 1);
  }

  /** {@return what the last command was given} */
  int itag() {
    return psl.itag(tag);
  }

  @Override
  public AfuDescriptor descriptor() {
    return AfuDescriptor.of(ProgrammingModel.DIRECTED, 1, 2, 0, 0);
  }

  @Override
  public long registerBytes() {
    return 4096;
  }

  @Override
  public void connect(PslPort port) {}

  @Override
  public void reset() {}

  @Override
  public void start(long workElementDescriptor) {}

  @Override
  public long read(long offset, int bytes) {
    return 0;
  }

  @Override
  public void write(long offset, int bytes, long value) {}

  @Override
  public void response(int of, PslResponse response) {
    answers[of] = response;
  }

  @Override
  public boolean advance() {
    return false;
  }

  @Override
  public void interrupted(int number) {}

  @Override
  public void faulted(long address, long dsisr) {
    faults.add("0x%x: 0x%016x".formatted(address, dsisr));
  }

  @Override
  public void notified() {}

  @Override
  public void close() {
    psl.close();
  }
}
