package dev.backplane.xclbin.ert;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A packet where it lies: a header word and payload words, little-endian. The view is made once and
 * moved ({@link #over}), so that nothing is made per command. Not safe for use by several threads;
 * two views of one memory are, for the header word.
 *
 * <p>The header is written last and read first, with release and acquire: who sees a state sees
 * what was written before it.
 */
public final class Packet {
  private static final ValueLayout.OfInt WORD =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle HEADER = WORD.varHandle().withInvokeExactBehavior();

  private MemorySegment memory = MemorySegment.NULL;
  private long at;

  /** A view of nothing yet. */
  public Packet() {}

  /**
   * Moves the view.
   *
   * @param segment the memory, writable if the packet is to be written
   * @param offset where the header is, a multiple of 4
   * @return this view
   * @throws PacketException {@link PacketError#TRUNCATED} if the header does not lie in the memory
   */
  public Packet over(MemorySegment segment, long offset) {
    Objects.requireNonNull(segment);
    if (offset < 0 || offset % Integer.BYTES != 0 || offset > segment.byteSize() - Integer.BYTES) {
      throw new PacketException(
          PacketError.TRUNCATED,
          0,
          "no header fits at byte %d of %d bytes".formatted(offset, segment.byteSize()));
    }
    memory = segment;
    at = offset;
    return this;
  }

  /** {@return how many words there are from the header to the end of the memory} */
  public long capacity() {
    return (memory.byteSize() - at) / Integer.BYTES;
  }

  /** {@return the header word} */
  public int header() {
    return (int) HEADER.getAcquire(memory, at);
  }

  /**
   * Writes the header word, which publishes the payload written before.
   *
   * @param header the word
   */
  public void header(int header) {
    HEADER.setRelease(memory, at, header);
  }

  /** {@return the state, or null if its number has no name} */
  public @Nullable CommandState state() {
    return Header.state(header());
  }

  /**
   * Writes the state and leaves the rest of the header as it is.
   *
   * @param state the state
   */
  public void state(CommandState state) {
    header(Header.with(header(), state));
  }

  /** {@return the opcode, or null if its number has no name} */
  public @Nullable Opcode opcode() {
    return Header.opcode(header());
  }

  /** {@return how many payload words the header says there are} */
  public int count() {
    return Header.count(header());
  }

  /**
   * Reads a payload word.
   *
   * @param index 0 for the first word after the header
   * @return the word
   * @throws IndexOutOfBoundsException if the memory ends before it
   */
  public int word(int index) {
    return memory.get(WORD, at + Integer.BYTES * (1L + index));
  }

  /**
   * Writes a payload word.
   *
   * @param index 0 for the first word after the header
   * @param value what to write
   * @throws IndexOutOfBoundsException if the memory ends before it
   */
  public void word(int index, int value) {
    memory.set(WORD, at + Integer.BYTES * (1L + index), value);
  }

  /**
   * Reads two payload words, the lower half first.
   *
   * @param index the first of them
   * @return the value
   */
  public long pair(int index) {
    return (word(index) & 0xffff_ffffL) | ((long) word(index + 1) << 32);
  }

  /**
   * Writes two payload words, the lower half first.
   *
   * @param index the first of them
   * @param value the value
   */
  public void pair(int index, long value) {
    word(index, (int) value);
    word(index + 1, (int) (value >>> 32));
  }

  /**
   * Copies header and payload, the header last.
   *
   * @param target where to; its memory must have room for {@code 1 + count()} words
   */
  public void copyTo(Packet target) {
    int header = header();
    int words = Header.count(header);
    MemorySegment.copy(
        memory,
        at + Integer.BYTES,
        target.memory,
        target.at + Integer.BYTES,
        (long) words * Integer.BYTES);
    target.header(header);
  }

  MemorySegment memory() {
    return memory;
  }

  long at() {
    return at;
  }

  @Override
  public String toString() {
    int header = header();
    Object opcode = opcode();
    Object state = state();
    return "%s, %s, %d words"
        .formatted(
            opcode == null ? "opcode " + Header.opcodeNumber(header) : opcode,
            state == null ? "state " + Header.stateNumber(header) : state,
            Header.count(header));
  }
}
