package dev.backplane.xrt.door;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The calls of the protocol that have a number, whether they are served or not. */
enum Call {
  CLOSE(1),
  LOAD_BITSTREAM(3),
  ALLOC_DEVICE_BUFFER(4),
  FREE_DEVICE_BUFFER(5),
  COPY_HOST_TO_DEVICE(6),
  COPY_DEVICE_TO_HOST(7),
  WRITE_DEVICE_RAM(8),
  WRITE_KERNEL_CTRL(9),
  READ_DEVICE_RAM(10),
  READ_KERNEL_CTRL(11),
  READ_COUNTERS(14),
  GET_TRACE_COUNT(15),
  READ_TRACE(16),
  GET_DEVICE_TIMESTAMP(17),
  READ_BUS_STATUS(18),
  GET_DEBUG_MESSAGES(19),
  SET_ENVIRONMENT(20),
  COPY_BO(22),
  CREATE_QUEUE(23),
  WRITE_QUEUE(24),
  READ_QUEUE(25),
  DESTROY_QUEUE(26),
  IMPORT_BO(27),
  SETUP_INSTANCE(28),
  POLL_COMPLETION(29),
  POLL_QUEUE(30),
  SET_QUEUE_OPTION(31),
  READ_COUNTERS_STREAMING(32),
  READ_TRACE_STREAMING(33),
  READ_HOST_MEMORY(34),
  WRITE_HOST_MEMORY(35),
  INTERRUPT_HOST(36),
  GRAPH_INIT(38),
  GRAPH_RUN(39),
  GRAPH_WAIT(40),
  GRAPH_END(41),
  GRAPH_UPDATE_PARAMETER(42),
  GRAPH_READ_PARAMETER(43),
  SYNC_BO_AIE(44),
  GMIO_WAIT(45),
  LOAD_XCLBIN_CONTENT(46),
  GRAPH_TIMED_WAIT(47),
  GRAPH_TIMED_END(48),
  GRAPH_RESUME(49),
  COPY_BO_FROM_FD(50),
  REG_WRITE(51),
  REG_READ(52);

  private static final @Nullable Call[] BY_NUMBER = new @Nullable Call[64];

  static {
    for (Call call : values()) {
      BY_NUMBER[call.number] = call;
    }
  }

  private final int number;

  Call(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  /** {@return the call of a number, or null} */
  static @Nullable Call of(int number) {
    return number < 0 || number >= BY_NUMBER.length ? null : BY_NUMBER[number];
  }

  /** {@return its name in words} */
  String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
