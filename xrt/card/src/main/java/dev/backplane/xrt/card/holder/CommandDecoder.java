package dev.backplane.xrt.card.holder;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.xclbin.ert.Abort;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.CuMasks;
import dev.backplane.xclbin.ert.CuStat;
import dev.backplane.xclbin.ert.InitCu;
import dev.backplane.xclbin.ert.KeyValues;
import dev.backplane.xclbin.ert.Opcode;
import dev.backplane.xclbin.ert.Packet;
import dev.backplane.xclbin.ert.StartCopy;
import dev.backplane.xclbin.ert.StartCu;
import dev.backplane.xrt.card.device.Card;
import dev.backplane.xrt.card.image.CardImage;
import dev.backplane.xrt.card.memory.CardBuffer;
import dev.backplane.xrt.card.schedule.CardClient;
import dev.backplane.xrt.card.schedule.LoadedImage;
import dev.backplane.xrt.card.schedule.RegisterAccess;
import dev.backplane.xrt.card.unit.ComputeUnit;
import dev.backplane.xrt.card.unit.RunArguments;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * Makes of a packet what the card's scheduler is to do, so that the packet is not looked at again.
 * Used once.
 */
final class CommandDecoder {
  private final Card card;
  private final CardClient client;
  private final LoadedImage loaded;
  private final LongFunction<CardBuffer> buffers;
  private final Consumer<CardBuffer> aborting;

  /**
   * A decoder.
   *
   * @param buffers gives the buffer of a number in a packet
   * @param aborting aborts the command of a packet
   */
  CommandDecoder(
      Card card,
      CardClient client,
      LoadedImage loaded,
      LongFunction<CardBuffer> buffers,
      Consumer<CardBuffer> aborting) {
    this.card = card;
    this.client = client;
    this.loaded = loaded;
    this.buffers = buffers;
    this.aborting = aborting;
  }

  CardCommand.Work decode(Packet packet, int header) {
    Opcode opcode = packet.opcode();
    if (opcode == null) {
      throw unable("an opcode that has no name");
    }
    return switch (opcode) {
      case START_CU -> start(packet, opcode, registerMap(packet, StartCu.registerMap(header)));
      case EXEC_WRITE, START_KEY_VAL -> start(packet, opcode, pairs(packet, header));
      case INIT_CU -> initialise(packet, registerMap(packet, InitCu.registerMap(header)));
      case START_COPYBO -> copy(packet);
      case ABORT -> abort(Abort.handle(packet));
      case CU_STAT -> statistics(packet);
      case CONFIGURE, EXIT -> command -> command.end(CommandState.COMPLETED);
      case SK_CONFIG, SK_START, SK_UNCONFIG -> throw unable("soft kernels");
      case START_FA -> throw unable("compute units behind fast adapters");
      case CLK_CALIB, MB_VALIDATE, ACCESS_TEST_C, ACCESS_TEST ->
          throw unable(opcode + ", which is the embedded scheduler's");
    };
  }

  private BackplaneException unable(String what) {
    return BackplaneException.because(ErrorCode.NOT_SUPPORTED, "the card has no " + what)
        .during("submit")
        .on(card.config().name())
        .build();
  }

  /** {@return the offset and the value of each register behind the control block} */
  private static int[] registerMap(Packet packet, int first) {
    int begin = first + StartCu.CONTROL_WORDS;
    int[] writes = new int[2 * Math.max(0, packet.count() - begin)];
    for (int i = 0; i < writes.length / 2; i++) {
      writes[2 * i] = Integer.BYTES * (StartCu.CONTROL_WORDS + i);
      writes[2 * i + 1] = packet.word(begin + i);
    }
    return writes;
  }

  private static int[] pairs(Packet packet, int header) {
    int[] writes = new int[2 * KeyValues.pairs(header)];
    for (int i = 0; i < writes.length / 2; i++) {
      writes[2 * i] = KeyValues.offset(packet, i);
      writes[2 * i + 1] = KeyValues.value(packet, i);
    }
    return writes;
  }

  private CardCommand.Work start(Packet packet, Opcode opcode, int[] writes) {
    List<ComputeUnit> units = units(packet, opcode);
    for (ComputeUnit unit : units) {
      checkStartable(unit);
      checkRange(unit, writes);
    }
    CardImage.KernelPlan kernel = units.getFirst().kernel();
    if (card.config().memory().strict()) {
      giveBuffers(kernel, writes);
    }
    return command -> {
      try {
        command.on(
            loaded.startCommand(client, units, RunArguments.ofCommand(kernel, writes), command));
      } catch (BackplaneException e) {
        command.end(e.code() == ErrorCode.CANCELLED ? CommandState.ABORT : CommandState.ERROR);
      }
    };
  }

  /** The units that the packet names and the client has contexts on. */
  private List<ComputeUnit> units(Packet packet, Opcode opcode) {
    List<ComputeUnit> named = new ArrayList<>();
    List<ComputeUnit> held = new ArrayList<>();
    for (ComputeUnit unit : loaded.units()) {
      int index = unit.index();
      if (CuMasks.names(packet, opcode, index)) {
        named.add(unit);
        if (loaded.contexts().has(client, index)) {
          held.add(unit);
        }
      }
    }
    if (held.isEmpty()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              named.isEmpty()
                  ? "the packet's masks name no compute unit that there is"
                  : "the packet's masks name %s, on which there is no context"
                      .formatted(named.stream().map(unit -> unit.plan().name()).toList()))
          .during("submit")
          .on(card.config().name())
          .remedy(
              "The units are "
                  + loaded.units().stream()
                      .map(unit -> unit.index() + " " + unit.plan().name())
                      .toList())
          .build();
    }
    return held;
  }

  private void checkStartable(ComputeUnit unit) {
    switch (unit.plan().control().protocol()) {
      case "user_managed", "mmio" ->
          throw BackplaneException.because(ErrorCode.BUSY, "its owner manages it himself")
              .during("submit")
              .on("compute unit " + unit.plan().name())
              .remedy("Use its registers through the facet Registers")
              .build();
      case "ap_ctrl_none" ->
          throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "it is never started")
              .during("submit")
              .on("compute unit " + unit.plan().name())
              .build();
      default -> {
        // It has a start signal.
      }
    }
  }

  /** Refuses a packet in strict mode if a buffer that it points to is not synced. */
  private void giveBuffers(CardImage.KernelPlan kernel, int... writes) {
    for (Argument argument : kernel.arguments()) {
      if (argument.kind() == Argument.Kind.BUFFER) {
        long address = written(writes, argument.offset());
        CardBuffer buffer = client.memory().around(address);
        if (buffer != null && buffer.isWatched()) {
          buffer.givenTo("command for kernel " + kernel.name());
        }
      }
    }
  }

  /**
   * {@return the value of a 64-bit register after all writes; a later write to the same word wins}
   */
  private static long written(int[] writes, long offset) {
    long value = 0;
    for (int i = 0; i < writes.length; i += 2) {
      long bits = writes[i + 1] & 0xffff_ffffL;
      if (writes[i] == offset) {
        value = (value & 0xffff_ffff_0000_0000L) | bits;
      } else if (writes[i] == offset + Integer.BYTES) {
        value = (value & 0xffff_ffffL) | (bits << 32);
      }
    }
    return value;
  }

  private void checkRange(ComputeUnit unit, int... writes) {
    for (int i = 0; i < writes.length; i += 2) {
      long offset = Integer.toUnsignedLong(writes[i]);
      if (offset > unit.plan().range() - Integer.BYTES) {
        throw BackplaneException.because(
                ErrorCode.INVALID_ARGUMENT,
                "register 0x%x lies beyond its %d bytes".formatted(offset, unit.plan().range()))
            .during("submit")
            .on("compute unit " + unit.plan().name())
            .build();
      }
    }
  }

  /** Writes registers of all units that are named, and starts none. */
  private CardCommand.Work initialise(Packet packet, int... writes) {
    List<ComputeUnit> units = units(packet, Opcode.INIT_CU);
    units.forEach(unit -> checkRange(unit, writes));
    return command -> {
      command.become(CommandState.RUNNING);
      try {
        for (ComputeUnit unit : units) {
          for (int i = 0; i < writes.length; i += 2) {
            loaded.scheduler().access(unit, RegisterAccess.write(client, writes[i], writes[i + 1]));
          }
        }
        command.end(CommandState.COMPLETED);
      } catch (BackplaneException e) {
        command.end(CommandState.ERROR);
      }
    };
  }

  private CardCommand.Work copy(Packet packet) {
    CardBuffer source = buffers.apply(Integer.toUnsignedLong(StartCopy.sourceHandle(packet)));
    CardBuffer target = buffers.apply(Integer.toUnsignedLong(StartCopy.targetHandle(packet)));
    long from = StartCopy.source(packet);
    long to = StartCopy.target(packet);
    long bytes = StartCopy.bytes(packet);
    return command -> {
      command.become(CommandState.RUNNING);
      try {
        target.copyFrom(source, from, to, bytes);
        command.end(CommandState.COMPLETED);
      } catch (BackplaneException e) {
        command.end(CommandState.ERROR);
      }
    };
  }

  private CardCommand.Work abort(long handle) {
    CardBuffer packet = buffers.apply(handle);
    return command -> {
      command.become(CommandState.RUNNING);
      aborting.accept(packet);
      command.end(CommandState.COMPLETED);
    };
  }

  /** Answers in the packet itself: how often each unit was used, and whether it is busy. */
  private CardCommand.Work statistics(Packet packet) {
    int units = loaded.units().size();
    int words = CuStat.words(0, units);
    if (packet.capacity() < words) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "the answer has %d words, behind the header is room for %d"
                  .formatted(words, packet.capacity()))
          .during("submit")
          .on(card.config().name())
          .build();
    }
    return command -> {
      command.become(CommandState.RUNNING);
      CuStat.encode(packet, 0, 0, units);
      for (ComputeUnit unit : loaded.units()) {
        int index = unit.index();
        packet.word(CuStat.executionsAt(index), (int) unit.usage());
        packet.word(CuStat.busyAt(units, index), loaded.isBusy(unit) ? 1 : 0);
      }
      command.end(CommandState.COMPLETED);
    };
  }
}
