package dev.backplane.drivers.softcard;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.drivers.softcard.kds.Phase;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.CuMasks;
import dev.backplane.xclbin.ert.Header;
import dev.backplane.xclbin.ert.KeyValues;
import dev.backplane.xclbin.ert.Opcode;
import dev.backplane.xclbin.ert.Packet;
import dev.backplane.xclbin.ert.StartCu;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What a packet asks for: a run like those of the API, on the units that its masks name. */
final class PacketCommand {
  private final Fabric fabric;
  private final CardSession session;
  private final Packet packet;
  private final CompletableFuture<CommandState> ended = new CompletableFuture<>();
  private @Nullable CardRun run;
  private volatile boolean aborted;

  PacketCommand(Fabric fabric, CardSession session, Packet packet) {
    this.fabric = fabric;
    this.session = session;
    this.packet = packet;
  }

  /** {@return completes with the state in which it ended} */
  CompletableFuture<CommandState> ended() {
    return ended;
  }

  /** Finds out what is to be done, and holds what that needs. */
  void open() {
    Opcode opcode = packet.opcode();
    switch (opcode) {
      case START_CU, EXEC_WRITE, START_KEY_VAL -> run = fabric.open(start(opcode));
      case CONFIGURE, EXIT -> {
        // Of the scheduler itself, which is configured by the image and never leaves.
      }
      case null, default ->
          throw CardCommands.refused(
                  ErrorCode.NOT_SUPPORTED, "the card's scheduler does not execute " + opcode)
              .remedy("Use START_CU, EXEC_WRITE, START_KEY_VAL or CONFIGURE")
              .build();
    }
  }

  private CardRun start(Opcode opcode) {
    BitSet units = new BitSet();
    for (int unit : fabric.contexts().unitsOf(session)) {
      units.set(unit, CuMasks.names(packet, opcode, unit));
    }
    if (units.isEmpty()) {
      throw CardCommands.refused(
              ErrorCode.INVALID_ARGUMENT,
              "no compute unit of the mask is among those that this holder has contexts on: "
                  + fabric.contexts().unitsOf(session))
          .build();
    }
    CardImage.KernelPlan kernel = fabric.units().get(units.nextSetBit(0)).kernel();
    units.stream().forEach(unit -> checkSame(kernel, fabric.units().get(unit)));
    checkStartable(kernel);
    RunArguments arguments = new RunArguments(kernel.arguments().size());
    Map<Integer, Integer> registers = registers(opcode);
    for (Argument argument : kernel.arguments()) {
      int offset = (int) argument.offset();
      long low = registers.getOrDefault(offset, 0) & 0xffff_ffffL;
      long high = registers.getOrDefault(offset + Integer.BYTES, 0) & 0xffff_ffffL;
      arguments.set(argument.index(), argument.size() > Integer.BYTES ? low | high << 32 : low);
    }
    CardRun made = new CardRun(fabric, session, kernel, arguments, false);
    made.restrictTo(units);
    return made;
  }

  private static void checkSame(CardImage.KernelPlan kernel, ComputeUnit unit) {
    if (!unit.kernel().name().equals(kernel.name())) {
      throw CardCommands.refused(
              ErrorCode.INVALID_ARGUMENT,
              "the mask names compute units of %s and of %s"
                  .formatted(kernel.name(), unit.kernel().name()))
          .build();
    }
  }

  private static void checkStartable(CardImage.KernelPlan kernel) {
    if (!kernel.startable()) {
      String protocol = kernel.units().getFirst().control().protocol();
      boolean none = protocol.equals("ap_ctrl_none");
      throw CardCommands.refused(
              none ? ErrorCode.INVALID_ARGUMENT : ErrorCode.BUSY,
              "kernel " + kernel.name() + " is controlled by " + protocol)
          .remedy("Use its registers")
          .build();
    }
  }

  /** Register values by offset. */
  private Map<Integer, Integer> registers(Opcode opcode) {
    Map<Integer, Integer> registers = new HashMap<>();
    int header = packet.header();
    if (opcode == Opcode.START_CU) {
      for (int i = StartCu.CONTROL_WORDS; i < StartCu.registers(header); i++) {
        registers.put(i * Integer.BYTES, packet.word(StartCu.registerMap(header) + i));
      }
    } else {
      for (int i = KeyValues.first(header); i < Header.count(header); i += 2) {
        registers.put(packet.word(i), packet.word(i + 1));
      }
    }
    return registers;
  }

  /** Begins, unless something that it depends on failed or it was aborted. */
  void begin(PacketCommand... before) {
    CardRun starting = run;
    for (PacketCommand one : before) {
      if (one.ended.getNow(CommandState.ERROR) != CommandState.COMPLETED) {
        end(CommandState.ERROR);
        return;
      }
    }
    if (aborted) {
      end(CommandState.ABORT);
    } else if (starting == null) {
      end(CommandState.COMPLETED);
    } else {
      try {
        starting.start();
        var _ =
            starting
                .completion()
                .whenComplete((report, failure) -> ended.complete(state(starting.phase())));
      } catch (BackplaneException e) {
        end(CommandState.ERROR);
      }
    }
  }

  private void end(CommandState state) {
    CardRun never = run;
    if (never != null) {
      fabric.release(never);
    }
    ended.complete(state);
  }

  private static CommandState state(Phase phase) {
    return switch (phase) {
      case COMPLETED -> CommandState.COMPLETED;
      case ABORTED -> CommandState.ABORT;
      case TIMED_OUT -> CommandState.TIMEOUT;
      case NEW, QUEUED, RUNNING, FAILED -> CommandState.ERROR;
    };
  }

  /** Has it stop; says whether it had not ended. */
  boolean abort() {
    aborted = true;
    CardRun executing = run;
    boolean open = !ended.isDone();
    if (open && executing != null) {
      executing.cancel();
    }
    return open;
  }
}
