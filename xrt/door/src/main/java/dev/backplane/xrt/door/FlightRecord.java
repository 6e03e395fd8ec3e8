package dev.backplane.xrt.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A record of what a door saw of its host, in a file that outlives the process: a host that stalls,
 * or a device process that was killed, cannot be asked any more. Written by the one thread that
 * serves, read by any process; a reader may see a record that is just being written, which is one
 * line of a diagnosis and no more.
 */
public final class FlightRecord {
  /** The phase of a record. */
  public enum Phase {
    /** No host has connected yet. */
    WAITING(0),
    /** A host is connected. */
    CONNECTED(1),
    /** The host has closed the device, or has gone. */
    ENDED(2),
    /** The door gave up, because of the fault that it tells. */
    FAILED(3);

    private final int number;

    Phase(int number) {
      this.number = number;
    }

    private static Phase of(int number) {
      return Arrays.stream(values()).filter(p -> p.number == number).findFirst().orElse(FAILED);
    }
  }

  /**
   * A compute unit as the host uses it.
   *
   * @param base where its registers are
   * @param starts how often it was started
   * @param completions how often the host read that it was done
   * @param control what the host read of its control register last
   */
  public record Unit(long base, long starts, long completions, int control) {
    /** {@return whether it executes something, as far as the host has looked} */
    public boolean busy() {
      return starts > completions && (control & (DONE | IDLE)) == 0;
    }
  }

  /**
   * The content of a record.
   *
   * @param pid the process that serves
   * @param phase its phase
   * @param image the image that it serves
   * @param calls the number of answered calls
   * @param lastCall the time of the last call, in milliseconds since 1970
   * @param lastProgress the time of the last call that did more than ask again, in milliseconds
   *     since 1970
   * @param faults the number of failed calls
   * @param fault the first failure, in words; empty if there was none
   * @param units the compute units that were used
   * @param commands commands put into the command queue, in ERT mode
   * @param retired commands that the host saw completed in the status registers
   * @param last the last calls in words, oldest first
   * @param counted the counts of the device for its compute units, a line each, when the host left
   *     it
   */
  public record Seen(
      long pid,
      Phase phase,
      String image,
      long calls,
      long lastCall,
      long lastProgress,
      long faults,
      String fault,
      List<Unit> units,
      long commands,
      long retired,
      List<String> last,
      List<String> counted) {
    /** Copies the lists. */
    public Seen {
      units = List.copyOf(units);
      last = List.copyOf(last);
      counted = List.copyOf(counted);
    }

    /** {@return whether something executes, as far as the host has looked} */
    public boolean busy() {
      return units.stream().anyMatch(Unit::busy) || commands > retired;
    }
  }

  /** Bits of a compute unit's control register. */
  static final int START = 1;

  static final int DONE = 1 << 1;
  static final int IDLE = 1 << 2;

  private static final long MAGIC = 0x0002_4452_4650_42L;
  private static final int PID = 8;
  private static final int PHASE = 16;
  private static final int CALLS = 24;
  private static final int LAST_CALL = 32;
  private static final int LAST_PROGRESS = 40;
  private static final int FAULTS = 48;
  private static final int COMMANDS = 56;
  private static final int RETIRED = 64;
  private static final int IMAGE = 128;
  private static final int FAULT = 512;
  private static final int UNITS = 2048;
  private static final int UNIT_BYTES = 32;
  private static final int MOST_UNITS = 128;
  private static final int RING = UNITS + MOST_UNITS * UNIT_BYTES;
  private static final int ENTRY_BYTES = 48;
  private static final int ENTRIES = 64;
  private static final int COUNTED = RING + ENTRIES * ENTRY_BYTES;
  private static final int COUNTED_BYTES = 8192;
  private static final int BYTES = COUNTED + COUNTED_BYTES;

  private final ByteBuffer memory;
  private final LongSupplier millis;
  private int units;
  private long calls;

  private FlightRecord(ByteBuffer memory, LongSupplier millis) {
    this.memory = memory.order(ByteOrder.LITTLE_ENDIAN);
    this.millis = millis;
    this.memory.putLong(PID, ProcessHandle.current().pid());
    begin("");
    // Last, so that who finds it finds the rest: a reader may come at any time.
    VarHandle.releaseFence();
    this.memory.putLong(0, MAGIC);
  }

  /**
   * Begins a record in a file.
   *
   * @param file is made, or written over
   * @return the record
   * @throws BackplaneException {@link ErrorCode#FILE_UNREADABLE} if it cannot be written
   */
  public static FlightRecord at(Path file) {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      channel.truncate(0);
      return new FlightRecord(
          channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES), System::currentTimeMillis);
    } catch (IOException e) {
      throw unusable("write", file, String.valueOf(e.getMessage()), e);
    }
  }

  /** {@return a record that nobody else can read} */
  public static FlightRecord inMemory() {
    return inMemory(System::currentTimeMillis);
  }

  static FlightRecord inMemory(LongSupplier millis) {
    return new FlightRecord(ByteBuffer.allocate(BYTES), millis);
  }

  /**
   * Reads the record of another process.
   *
   * @param file where it is
   * @return what was seen
   * @throws BackplaneException {@link ErrorCode#FILE_UNREADABLE} if there is none
   */
  public static Seen read(Path file) {
    ByteBuffer copy = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      int got = 0;
      while (copy.hasRemaining() && got >= 0) {
        got = channel.read(copy);
      }
    } catch (IOException e) {
      throw unusable("read", file, "no such file or not readable", e);
    }
    if (copy.hasRemaining() || copy.getLong(0) != MAGIC) {
      throw unusable("read", file, "it is no record of a door", null);
    }
    return seen(copy);
  }

  private static BackplaneException unusable(
      String what, Path file, String problem, @org.jspecify.annotations.Nullable Exception cause) {
    return BackplaneException.because(ErrorCode.FILE_UNREADABLE, problem)
        .during(what + " flight record")
        .on(file.toString())
        .causedBy(cause)
        .build();
  }

  /** {@return the record so far} */
  public Seen seen() {
    return seen(memory.duplicate().order(ByteOrder.LITTLE_ENDIAN));
  }

  private static Seen seen(ByteBuffer memory) {
    List<Unit> units = new ArrayList<>();
    for (int i = 0; i < MOST_UNITS; i++) {
      int at = UNITS + i * UNIT_BYTES;
      if (memory.getLong(at + 8) == 0) {
        break;
      }
      units.add(
          new Unit(
              memory.getLong(at),
              memory.getLong(at + 8),
              memory.getLong(at + 16),
              memory.getInt(at + 24)));
    }
    long calls = memory.getLong(CALLS);
    List<String> last = new ArrayList<>();
    for (long i = Math.max(0, calls - ENTRIES); i < calls; i++) {
      last.add(entry(memory, RING + (int) (i % ENTRIES) * ENTRY_BYTES));
    }
    return new Seen(
        memory.getLong(PID),
        Phase.of(memory.getInt(PHASE)),
        text(memory, IMAGE),
        calls,
        memory.getLong(LAST_CALL),
        memory.getLong(LAST_PROGRESS),
        memory.getLong(FAULTS),
        text(memory, FAULT),
        units,
        memory.getLong(COMMANDS),
        memory.getLong(RETIRED),
        last,
        text(memory, COUNTED).lines().toList());
  }

  private static String entry(ByteBuffer memory, int at) {
    Call call = Call.of(memory.getInt(at + 8));
    String name = call == null ? "call " + memory.getInt(at + 8) : call.words();
    return "%tT.%<tL  %s at 0x%x, %d bytes%s"
        .formatted(
            memory.getLong(at),
            name,
            memory.getLong(at + 16),
            memory.getLong(at + 24),
            memory.getInt(at + 12) == 0 ? "" : ", 0x%x".formatted(memory.getInt(at + 32)));
  }

  private static String text(ByteBuffer memory, int at) {
    int length = Math.clamp(memory.getInt(at), 0, COUNTED_BYTES);
    length = Math.min(length, memory.capacity() - at - Integer.BYTES);
    byte[] bytes = new byte[length];
    memory.get(at + Integer.BYTES, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private void putText(int at, int room, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, room - Integer.BYTES);
    memory.put(at + Integer.BYTES, bytes, 0, length);
    memory.putInt(at, length);
  }

  // Called by the thread that serves.

  /**
   * Begins anew, for another host.
   *
   * @param image what it is served
   */
  public void begin(String image) {
    for (int at = PHASE; at < BYTES; at += Long.BYTES) {
      memory.putLong(at, 0);
    }
    units = 0;
    calls = 0;
    memory.putLong(LAST_CALL, millis.getAsLong());
    putText(IMAGE, FAULT - IMAGE, image);
    phase(Phase.WAITING);
  }

  /**
   * Records that the door cannot go on.
   *
   * @param problem the reason, for readers of the record
   */
  public void failed(String problem) {
    if (memory.getInt(PHASE) != Phase.FAILED.number) {
      fault(problem);
    }
    phase(Phase.FAILED);
  }

  void phase(Phase phase) {
    memory.putInt(PHASE, phase.number);
    memory.putLong(LAST_PROGRESS, millis.getAsLong());
  }

  void fault(String problem) {
    if (memory.getLong(FAULTS) == 0) {
      putText(FAULT, 1024, problem);
    }
    memory.putLong(FAULTS, memory.getLong(FAULTS) + 1);
  }

  /** A call came that carries no register. */
  void call(int number, long address, long size, boolean progress) {
    enter(number, address, size, false, 0, progress);
  }

  /** A register was written or read. */
  void register(Call call, long address, long size, int value, boolean progress) {
    enter(call.number(), address, size, true, value, progress);
  }

  private void enter(
      int number, long address, long size, boolean valued, int value, boolean progress) {
    long now = millis.getAsLong();
    int at = RING + (int) (calls % ENTRIES) * ENTRY_BYTES;
    memory.putLong(at, now);
    memory.putInt(at + 8, number);
    memory.putInt(at + 12, valued ? 1 : 0);
    memory.putLong(at + 16, address);
    memory.putLong(at + 24, size);
    memory.putInt(at + 32, value);
    calls++;
    memory.putLong(CALLS, calls);
    memory.putLong(LAST_CALL, now);
    if (progress) {
      memory.putLong(LAST_PROGRESS, now);
    }
  }

  /** Records the counts of the compute units, a line for each. */
  void counted(List<String> lines) {
    putText(COUNTED, COUNTED_BYTES, String.join("\n", lines));
  }

  void commands(long more) {
    memory.putLong(COMMANDS, memory.getLong(COMMANDS) + more);
  }

  void retired(long more) {
    memory.putLong(RETIRED, memory.getLong(RETIRED) + more);
  }

  /** A compute unit was started. */
  void started(long base) {
    int at = unit(base);
    if (at < 0 && units < MOST_UNITS) {
      at = UNITS + units++ * UNIT_BYTES;
      memory.putLong(at, base);
    }
    if (at >= 0) {
      memory.putInt(at + 24, START);
      memory.putLong(at + 8, memory.getLong(at + 8) + 1);
    }
  }

  /**
   * Records a value read from a register that may be the control register of a started unit.
   *
   * @return false if it is one and its value has not changed since the last read
   */
  boolean control(long address, int value) {
    int at = unit(address);
    if (at < 0) {
      return true;
    }
    boolean changed = memory.getInt(at + 24) != value;
    memory.putInt(at + 24, value);
    if ((value & DONE) != 0) {
      memory.putLong(at + 16, memory.getLong(at + 16) + 1);
    }
    return changed;
  }

  /**
   * {@return whether a unit has its control register there and was started and not read as done}
   */
  boolean isExecuting(long control) {
    int at = unit(control);
    return at >= 0 && memory.getLong(at + 8) > memory.getLong(at + 16);
  }

  private int unit(long base) {
    for (int i = 0; i < units; i++) {
      int at = UNITS + i * UNIT_BYTES;
      if (memory.getLong(at) == base) {
        return at;
      }
    }
    return -1;
  }
}
