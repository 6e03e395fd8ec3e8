package dev.backplane.xrt.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.xrt.DeviceMemory;
import dev.backplane.protobuf.FieldReader;
import dev.backplane.protobuf.FieldWriter;
import dev.backplane.protobuf.MalformedMessageException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One host at the door, from its first call to its last. Every call is answered, one at a time.
 * What goes wrong on the device is answered as far as the protocol has words for it, put into the
 * messages that the host prints, and told to the server's log; bytes that are no message end the
 * connection. What the host allocated and did not free is left to the device: kernels of a host
 * that has gone may still use it.
 */
final class HwEmuSession {
  /** So many register accesses in a row may be refused. */
  private static final int MOST_REFUSED = 256;

  /** With so many of a host's first calls it is tried whether it listens to its line by now. */
  private static final int TRIES = 64;

  private final Connection connection;
  private final DeviceMemory memory;
  private final RegisterSpace registers;
  private final FlightRecord record;
  private final Consumer<String> log;
  private final WaitTimes patience;
  private final HostLine line;
  private final CopyUnit copies;
  private final DeviceState state;
  private final HostTermination ending = new HostTermination();
  private final PeerFiles files;
  private final FieldWriter reply = FieldWriter.behindHeader(Connection.REPLY_HEADER);
  private final FieldReader reader = new FieldReader();
  private final ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private final Set<Long> held = new HashSet<>();
  private final Deque<String> messages = new ArrayDeque<>();
  private final RepeatedMessages repeated = new RepeatedMessages();
  private final Set<Call> refused = new HashSet<>();
  private int refusedInARow;
  private final RecentReads lastRead = new RecentReads();
  private boolean first = true;
  private int tries;
  private boolean closed;

  // Fields of the call in hand; what a call does not have stays 0.
  private long address;
  private long size;
  private long offset;
  private int dataStart;
  private int dataLength;

  HwEmuSession(
      Connection connection,
      DeviceMemory memory,
      RegisterSpace registers,
      DeviceState state,
      FlightRecord record,
      Consumer<String> log,
      WaitTimes patience,
      HostLine line,
      CopyUnit copies) {
    this.connection = connection;
    this.memory = memory;
    this.registers = registers;
    this.state = state;
    this.record = record;
    this.log = log;
    this.patience = patience;
    this.line = line;
    this.copies = copies;
    files = new PeerFiles(memory);
  }

  /**
   * Serves until the host closes the device or goes.
   *
   * @param stop asked now and then whether to give up
   * @return whether the host closed the device, rather than vanish
   * @throws BackplaneException what the host was ended for, or what ended the connection
   */
  boolean serve(BooleanSupplier stop) throws IOException {
    record.phase(FlightRecord.Phase.CONNECTED);
    try {
      line.call();
      memory.lend(line);
      while (!closed && connection.receive(stop)) {
        Call call = Call.of(connection.call());
        if (call == null) {
          throw Malformed.because(
              "there is no call %d, of %d bytes"
                  .formatted(connection.call(), connection.payloadBytes()));
        }
        boolean last = serve(call);
        connection.reply(reply);
        first = false;
        if (++tries <= TRIES) {
          // Until it is called, another host of its name could take its place.
          line.call();
        }
        BackplaneException reason = ending.reason();
        if (last && reason != null) {
          throw reason;
        }
      }
      BackplaneException reason = ending.reason();
      if (reason != null) {
        throw reason;
      }
      record.phase(FlightRecord.Phase.ENDED);
      return closed;
    } catch (BackplaneException e) {
      boolean gone = e.code() == ErrorCode.LINK_LOST && !ending.hasBegun();
      if (!ending.hasBegun() && !gone) {
        record.fault(String.valueOf(e.getMessage()));
      }
      // A host that is killed in the middle of a message is no failure of the device.
      record.phase(gone ? FlightRecord.Phase.ENDED : FlightRecord.Phase.FAILED);
      throw e;
    } finally {
      line.close();
      repeated.tellCounts(log);
    }
  }

  /** Makes the answer to a call. Returns whether it is the last one. */
  private boolean serve(Call call) throws IOException {
    boolean last = ending.isDue(call);
    try {
      answer(call);
    } catch (MalformedMessageException e) {
      throw Malformed.because(e);
    }
    // Registers tell of it themselves, and between two looks at them the host asks for messages.
    if (!ending.hasBegun() && !HostTermination.isRegisterAccess(call)) {
      BackplaneException stopped = state.stopped();
      if (stopped != null) {
        end(stopped);
      }
    }
    if (last) {
      // Before the answer, so that whatever the host does next finds it, and who watches it too.
      record.phase(FlightRecord.Phase.FAILED);
      connection.refuseMore();
    }
    return last;
  }

  /** The host is not to go on: it would take what failed for done. */
  private void end(BackplaneException problem) {
    String text = String.valueOf(problem.getMessage());
    record.fault(text);
    messages.add(text);
    ending.begin(problem);
  }

  private void answer(Call call) {
    reply.begin();
    connection.begin(reader);
    switch (call) {
      case WRITE_KERNEL_CTRL -> writeRegisters(call);
      case READ_KERNEL_CTRL -> readRegisters(call);
      case REG_WRITE, REG_READ -> basedRegister(call);
      case COPY_HOST_TO_DEVICE -> hostToDevice(call);
      case COPY_DEVICE_TO_HOST -> deviceToHost(call);
      case ALLOC_DEVICE_BUFFER -> allocate(call);
      case FREE_DEVICE_BUFFER -> free(call);
      case WRITE_DEVICE_RAM -> writeMemory(call);
      case READ_DEVICE_RAM -> readMemory(call);
      case GET_DEBUG_MESSAGES -> debugMessages(call);
      case SET_ENVIRONMENT -> setEnvironment(call);
      case CLOSE -> close(call);
      case COPY_BO, COPY_BO_FROM_FD, IMPORT_BO -> withFile(call);
      case READ_COUNTERS,
          GET_TRACE_COUNT,
          READ_TRACE,
          READ_BUS_STATUS,
          READ_COUNTERS_STREAMING,
          READ_TRACE_STREAMING ->
          // Nothing was counted or traced: all fields of these answers are optional.
          record.call(call.number(), 0, connection.payloadBytes(), true);
      case GET_DEVICE_TIMESTAMP -> {
        record.call(call.number(), 0, 0, true);
        reply.number(1, patience.clock().getAsLong());
      }
      case LOAD_BITSTREAM,
          LOAD_XCLBIN_CONTENT,
          GRAPH_INIT,
          GRAPH_RUN,
          GRAPH_WAIT,
          GRAPH_END,
          GRAPH_RESUME,
          GRAPH_TIMED_WAIT,
          GRAPH_TIMED_END,
          SYNC_BO_AIE,
          GMIO_WAIT -> {
        refuse(call);
        reply.flag(1, false);
      }
      case GRAPH_UPDATE_PARAMETER -> {
        refuse(call);
        reply.number(1, 0);
      }
      case GRAPH_READ_PARAMETER -> {
        refuse(call);
        reply.number(1, 0).text(2, "");
      }
      case CREATE_QUEUE,
          WRITE_QUEUE,
          READ_QUEUE,
          DESTROY_QUEUE,
          SETUP_INSTANCE,
          POLL_COMPLETION,
          POLL_QUEUE,
          SET_QUEUE_OPTION ->
          refuse(call);
      case READ_HOST_MEMORY, WRITE_HOST_MEMORY, INTERRUPT_HOST ->
          throw Malformed.because(
              "'%s' goes from the device to the host, and came from the host"
                  .formatted(call.words()));
    }
  }

  /** Says once that a call is not served; the answer that follows says no. */
  private void refuse(Call call) {
    record.call(call.number(), 0, connection.payloadBytes(), true);
    if (refused.add(call)) {
      String reason =
          switch (call) {
            case LOAD_BITSTREAM, LOAD_XCLBIN_CONTENT ->
                "an image is loaded by starting its device process; use hw_emu, not sw_emu";
            case CREATE_QUEUE, WRITE_QUEUE, READ_QUEUE, DESTROY_QUEUE, SETUP_INSTANCE ->
                "streams from and to the host are not part of this card";
            default -> "there are no AI engines on this card";
          };
      tell(
          BackplaneException.because(ErrorCode.NOT_SUPPORTED, "'" + call.words() + "': " + reason)
              .during("serve XRT emulation")
              .build());
    }
  }

  /** Tells of a failure on all the ways there are. */
  private void tell(BackplaneException problem) {
    String text = String.valueOf(problem.getMessage());
    record.fault(text);
    if (repeated.isNew(text)) {
      log.accept(text);
      if (messages.size() < 16) {
        messages.add(text);
      }
    }
  }

  // Fields. Numbers differ from call to call, so each call says which field is what.

  private void fields(int addressField, int sizeField, int dataField, int offsetField) {
    address = 0;
    size = 0;
    offset = 0;
    dataStart = 0;
    dataLength = 0;
    for (int field = reader.next(); field != 0; field = reader.next()) {
      if (field == addressField) {
        address = reader.number();
      } else if (field == sizeField) {
        size = reader.number();
      } else if (field == offsetField) {
        offset = reader.number();
      } else if (field == dataField) {
        dataStart = reader.start();
        dataLength = reader.length();
      }
    }
  }

  private ByteBuffer data(Call call) {
    if (size < 0 || size > dataLength) {
      throw Malformed.because(
          "'%s' at 0x%x says %s bytes and brings %d"
              .formatted(call.words(), address, Long.toUnsignedString(size), dataLength));
    }
    ByteBuffer payload = connection.payload();
    return payload.limit(dataStart + (int) size).position(dataStart);
  }

  private int answerable(Call call) {
    if (size < 0 || size > Connection.MOST_BYTES - 64) {
      throw Malformed.because(
          "'%s' at 0x%x asks for %s bytes"
              .formatted(call.words(), address, Long.toUnsignedString(size)));
    }
    return (int) size;
  }

  private void writeRegisters(Call call) {
    fields(2, 3, 4, 0);
    writeWords(call);
  }

  private void writeWords(Call call) {
    boolean valid = true;
    ByteBuffer words = data(call);
    if (ending.hasBegun()) {
      record.call(call.number(), address, size, false);
      reply.flag(1, true);
      return;
    }
    if (copies.isAt(address)) {
      startCopy(call, words);
    } else {
      try {
        registers.write(call, address, words);
      } catch (BackplaneException e) {
        valid = refusedAccess(e, call);
      }
    }
    reply.flag(1, valid);
  }

  /** The shim takes a copy for done, whatever the answer says. */
  private void startCopy(Call call, ByteBuffer words) {
    record.call(call.number(), address, size, true);
    try {
      copies.write(address, words);
    } catch (BackplaneException e) {
      lost(e, call);
    }
  }

  private void readRegisters(Call call) {
    fields(2, 3, 0, 0);
    readWords(call);
  }

  private void readWords(Call call) {
    int bytes = answerable(call);
    ByteBuffer target = bytes <= word.capacity() ? word : ByteBuffer.allocate(bytes);
    target.order(ByteOrder.LITTLE_ENDIAN).clear().limit(bytes);
    try {
      read(call, target);
      reply.flag(1, true);
      reply.room(2, bytes).put(target.flip());
    } catch (BackplaneException e) {
      reply.flag(1, refusedAccess(e, call));
    }
  }

  /** A host that is to be ended reads that nothing has happened yet. */
  private void read(Call call, ByteBuffer target) {
    if (!ending.hasBegun() && copies.isAt(address)) {
      record.call(call.number(), address, size, false);
      copies.read(address, target);
      return;
    }
    if (!ending.hasBegun()) {
      try {
        registers.read(call, address, target);
        refusedInARow = 0;
        return;
      } catch (BackplaneException e) {
        if (!isOfExecution(e)) {
          throw e;
        }
        end(told(e, call));
        target.clear().limit((int) size);
      }
    }
    record.call(call.number(), address, size, false);
    while (target.hasRemaining()) {
      target.put((byte) 0);
    }
  }

  /**
   * Tells whether a refused access says that an execution failed, rather than that it may not be.
   */
  private boolean isOfExecution(BackplaneException e) {
    return e.code() != ErrorCode.MESSAGE_INVALID
        && (DeviceState.isOfExecution(e.code()) || record.isExecuting(address));
  }

  /** A scheduler of the host asks again and again what a program would take for an answer. */
  private boolean refusedAccess(BackplaneException e, Call call) {
    if (isOfExecution(e) || ++refusedInARow > MOST_REFUSED) {
      end(told(e, call));
      return false;
    }
    return passOn(e, call);
  }

  /** Reads or writes a register that is named by base and offset. */
  private void basedRegister(Call call) {
    boolean write = call == Call.REG_WRITE;
    fields(1, write ? 0 : 3, write ? 3 : 0, 2);
    address += offset;
    if (write) {
      size = dataLength;
    }
    if (write) {
      writeWords(call);
    } else {
      readWords(call);
    }
  }

  /** Tells of a failure on the device; bytes that are no message are no such failure. */
  private boolean passOn(BackplaneException e, Call call) {
    if (e.code() == ErrorCode.MESSAGE_INVALID) {
      throw e;
    }
    tell(told(e, call));
    return false;
  }

  private BackplaneException told(BackplaneException e, Call call) {
    return e.with()
        .during("serve '%s' at 0x%x, %d bytes".formatted(call.words(), address, size))
        .causedBy(e)
        .build();
  }

  /** The shim takes what it asked for as done, whatever the answer says. */
  private void lost(BackplaneException e, Call call) {
    if (e.code() == ErrorCode.MESSAGE_INVALID) {
      throw e;
    }
    end(told(e, call));
  }

  /** The host has advanced the data already: it goes to the buffer's base plus the offset. */
  private void hostToDevice(Call call) {
    fields(3, 5, 4, 6);
    address += offset;
    record.call(call.number(), address, size, true);
    long written = size;
    try {
      store(call);
    } catch (BackplaneException e) {
      lost(e, call);
      written = 0;
    }
    reply.number(1, written);
  }

  /** With firmware 30 the host reaches the command queue as it does memory. */
  private void store(Call call) {
    if (!registers.isQueue(address)) {
      memory.write(address, MemorySegment.ofBuffer(data(call)));
    } else if (!ending.hasBegun()) {
      registers.write(call, address, data(call));
    }
  }

  /** The bytes that the host sends along are those it has; they mean nothing. */
  private void deviceToHost(Call call) {
    fields(4, 5, 0, 6);
    address += offset;
    int bytes = answerable(call);
    reply.number(1, bytes);
    ByteBuffer target = reply.room(2, bytes);
    try {
      if (registers.isQueue(address)) {
        registers.read(call, address, target);
      } else {
        memory.read(address, MemorySegment.ofBuffer(target));
      }
      record.call(call.number(), address, size, lastRead.isNews(address, target));
    } catch (BackplaneException e) {
      lost(e, call);
      reply.begin();
      reply.number(1, 0).text(2, "");
    }
  }

  private void writeMemory(Call call) {
    fields(2, 3, 4, 0);
    record.call(call.number(), address, size, true);
    boolean valid = true;
    try {
      memory.write(address, MemorySegment.ofBuffer(data(call)));
    } catch (BackplaneException e) {
      valid = passOn(e, call);
    }
    reply.flag(1, valid);
  }

  private void readMemory(Call call) {
    fields(2, 3, 0, 0);
    int bytes = answerable(call);
    reply.flag(1, true);
    ByteBuffer target = reply.room(2, bytes);
    try {
      memory.read(address, MemorySegment.ofBuffer(target));
      record.call(call.number(), address, size, lastRead.isNews(address, target));
    } catch (BackplaneException e) {
      reply.begin();
      reply.flag(1, passOn(e, call));
    }
  }

  /**
   * Every buffer with device memory is announced with the addresses that the host chose. Field 3
   * asks for a file to see that memory by: the host maps it, as it would a window of the bus.
   */
  private void allocate(Call call) {
    fields(1, 2, 0, 3);
    boolean shared = offset != 0;
    record.call(call.number(), address, size, true);
    try {
      memory.claim(address, size);
      held.add(address);
      String file = shared ? PeerFiles.name(memory.share(address)) : "";
      reply.flag(1, true);
      if (shared) {
        reply.text(2, file);
      }
    } catch (BackplaneException e) {
      lost(e, call);
      reply.flag(1, false);
    }
  }

  private void free(Call call) {
    fields(1, 0, 0, 0);
    record.call(call.number(), address, 0, true);
    boolean freed = true;
    try {
      if (held.remove(address)) {
        memory.release(address);
      }
    } catch (BackplaneException e) {
      freed = passOn(e, call);
    }
    reply.flag(1, freed);
  }

  private void debugMessages(Call call) {
    record.call(call.number(), 0, 0, false);
    StringBuilder text = new StringBuilder();
    for (String message = messages.poll(); message != null; message = messages.poll()) {
      text.append("backplane: ").append(message).append('\n');
    }
    reply.text(1, text.toString());
  }

  /** The host's settings are for simulators; this door has no use for any of them. */
  private void setEnvironment(Call call) {
    record.call(call.number(), 0, connection.payloadBytes(), true);
    fields(0, 0, 0, 0);
    reply.flag(1, true);
  }

  /**
   * The shim of hw_emu closes without saying "all", and then waits for the device process to end.
   * In sw_emu it is the first call, and ends nothing.
   */
  private void close(Call call) {
    fields(3, 0, 0, 0);
    record.call(call.number(), 0, 0, true);
    closed = !first || address != 0;
    if (closed) {
      record.counted(state.units());
      // Before the answer: the host looks at its line next.
      line.call();
      line.close();
    }
    reply.flag(1, true);
  }

  private void withFile(Call call) {
    record.call(call.number(), 0, connection.payloadBytes(), true);
    boolean done = true;
    try {
      files.serve(call, reader);
    } catch (BackplaneException e) {
      done = passOn(e, call);
    }
    reply.flag(1, done);
  }
}
