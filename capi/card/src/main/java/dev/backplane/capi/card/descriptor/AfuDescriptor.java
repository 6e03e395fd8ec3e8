package dev.backplane.capi.card.descriptor;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The descriptor of an AFU, which hardware gives in big-endian words of 64 bits: how many contexts
 * and interrupts it has, and where its registers are. What the kernel would refuse is refused here.
 *
 * @param interrupts how many interrupts each context needs
 * @param processes how many contexts there can be, 1 to 16384
 * @param models the programming models
 * @param problemState whether the AFU has registers that can be mapped
 * @param areaLength the bytes of the registers of one context, a multiple of 4096; 0 if all
 *     contexts have all registers
 * @param areaOffset where the registers of context 0 begin
 * @param errorBuffer where the error buffer begins, if there is one
 * @param errorBufferLength its bytes
 * @param records configuration records
 */
public record AfuDescriptor(
    int interrupts,
    int processes,
    Set<ProgrammingModel> models,
    boolean problemState,
    long areaLength,
    long areaOffset,
    OptionalLong errorBuffer,
    long errorBufferLength,
    List<ConfigurationRecord> records) {
  /** The contexts that the architecture has room for (document, "AFU Modes"). */
  public static final int MOST_PROCESSES = 16 << 10;

  private static final int PAGE = 4096;
  private static final int RECORD_UNIT = 256;
  private static final long LOWER_56_BITS = (1L << 56) - 1;
  private static final int PER_PROCESS = 0x02;
  private static final int REQUIRED = 0x01;

  // Offsets of its words.
  private static final int MODEL = 0x00;
  private static final int RECORD_LENGTH = 0x20;
  private static final int RECORD_OFFSET = 0x28;
  private static final int AREA_LENGTH = 0x30;
  private static final int AREA_OFFSET = 0x38;
  private static final int ERROR_LENGTH = 0x40;
  private static final int ERROR_OFFSET = 0x48;

  /** The bytes of the fixed part. */
  public static final int BYTES = 0x50;

  /** Checks what the kernel checks. */
  public AfuDescriptor {
    models = Set.copyOf(models);
    records = List.copyOf(records);
    if (models.isEmpty()) {
      throw new InvalidDescriptor("it has no programming model that is known");
    }
    if (processes < 1 || processes > MOST_PROCESSES) {
      throw new InvalidDescriptor(
          "it has %d processes, not 1 to %d".formatted(processes, MOST_PROCESSES));
    }
    if (areaLength != 0 && !problemState) {
      throw new InvalidDescriptor("it has registers of contexts, and no registers to be mapped");
    }
    if (areaLength % PAGE != 0 || areaOffset % PAGE != 0) {
      throw new InvalidDescriptor(
          "the registers of a context begin at 0x%x and have 0x%x bytes, no multiples of 4096"
              .formatted(areaOffset, areaLength));
    }
  }

  /** {@return a descriptor of one model, without records and error buffer} */
  public static AfuDescriptor of(
      ProgrammingModel model, int interrupts, int processes, long areaLength, long areaOffset) {
    return new AfuDescriptor(
        interrupts,
        processes,
        Set.of(model),
        true,
        areaLength,
        areaOffset,
        OptionalLong.empty(),
        0,
        List.of());
  }

  /**
   * Finds a wrong size of the registers.
   *
   * @param bytes of all registers
   * @throws InvalidDescriptor if those of the contexts do not fit
   */
  public void checkRegisters(long bytes) {
    if (areaLength != 0 && (areaOffset > bytes || areaLength > (bytes - areaOffset) / processes)) {
      throw new InvalidDescriptor(
          "the registers of %d contexts of 0x%x bytes from 0x%x on do not fit into 0x%x bytes"
              .formatted(processes, areaLength, areaOffset, bytes));
    }
  }

  /**
   * Reads a descriptor.
   *
   * @param bytes from its begin on, as far as there are any
   * @return what it says
   * @throws InvalidDescriptor if the kernel would not take it
   */
  public static AfuDescriptor read(ByteBuffer bytes) {
    return read(bytes, false);
  }

  /**
   * Reads a descriptor whose configuration records may be empty, as simulators take it.
   *
   * @param bytes from its begin on, as far as there are any
   * @param withoutEmpty whether empty configuration records are left out; the kernel refuses them
   * @return what it says
   * @throws InvalidDescriptor if the kernel would not take it for another reason
   */
  public static AfuDescriptor read(ByteBuffer bytes, boolean withoutEmpty) {
    ByteBuffer all = bytes.slice().order(ByteOrder.BIG_ENDIAN);
    if (all.remaining() < BYTES) {
      throw new InvalidDescriptor(
          "it has %d bytes, fewer than %d".formatted(all.remaining(), BYTES));
    }
    long model = all.getLong(MODEL);
    long area = all.getLong(AREA_LENGTH);
    int control = (int) (area >>> 56);
    boolean perProcess = (control & PER_PROCESS) != 0;
    long errorLength = PAGE * (all.getLong(ERROR_LENGTH) & LOWER_56_BITS);
    long errorOffset = all.getLong(ERROR_OFFSET);
    // The kernel ignores a buffer whose offset has one of these bits.
    boolean hasErrors = errorLength > 0 && errorOffset >>> 52 == 0;
    return new AfuDescriptor(
        (int) (model >>> 48) & 0xffff,
        processes((int) (model >>> 32) & 0xffff, (int) model & 0xffff),
        ProgrammingModel.of((int) model & 0xffff),
        (control & (REQUIRED | PER_PROCESS)) != 0,
        perProcess ? PAGE * (area & LOWER_56_BITS) : 0,
        perProcess ? all.getLong(AREA_OFFSET) : 0,
        hasErrors ? OptionalLong.of(errorOffset) : OptionalLong.empty(),
        hasErrors ? errorLength : 0,
        records(all, (int) (model >>> 16) & 0xffff, withoutEmpty));
  }

  private static int processes(int field, int model) {
    // One that is dedicated alone need not say that it has one.
    return field == 0 && ProgrammingModel.of(model).equals(Set.of(ProgrammingModel.DEDICATED))
        ? 1
        : field;
  }

  /**
   * {@return where the configuration records end; 0 if there are none}
   *
   * @param begin the fixed part
   * @throws InvalidDescriptor if they cannot be
   */
  public static long endOfRecords(ByteBuffer begin) {
    ByteBuffer all = begin.slice().order(ByteOrder.BIG_ENDIAN);
    long count = all.getLong(MODEL) >>> 16 & 0xffff;
    long length = RECORD_UNIT * (all.getLong(RECORD_LENGTH) & LOWER_56_BITS);
    long offset = all.getLong(RECORD_OFFSET);
    if (count == 0) {
      return 0;
    }
    if (length < 0 || offset < BYTES || length > (Long.MAX_VALUE - offset) / count) {
      throw new InvalidDescriptor(
          "its %d configuration records of 0x%x bytes cannot lie at 0x%x"
              .formatted(count, length, offset));
    }
    return offset + count * length;
  }

  private static List<ConfigurationRecord> records(
      ByteBuffer all, int count, boolean withoutEmpty) {
    long length = RECORD_UNIT * (all.getLong(RECORD_LENGTH) & LOWER_56_BITS);
    long offset = all.getLong(RECORD_OFFSET);
    List<ConfigurationRecord> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long begin = offset + i * length;
      if (length == 0 || begin < BYTES || begin > all.limit() - length) {
        throw new InvalidDescriptor(
            "configuration record %d of %d lies at 0x%x and has 0x%x bytes, of 0x%x"
                .formatted(i, count, begin, length, all.limit()));
      }
      ConfigurationRecord record = new ConfigurationRecord(all.slice((int) begin, (int) length));
      if (record.vendor() == 0 && record.device() == 0) {
        if (!withoutEmpty) {
          throw new InvalidDescriptor("configuration record %d is empty".formatted(i));
        }
      } else {
        records.add(record);
      }
    }
    return records;
  }

  /** {@return the descriptor as hardware has it} */
  public ByteBuffer toBytes() {
    int recordLength = records.isEmpty() ? 0 : records.getFirst().bytes().remaining();
    ByteBuffer all =
        ByteBuffer.allocate(records.isEmpty() ? BYTES : RECORD_UNIT + records.size() * recordLength)
            .order(ByteOrder.BIG_ENDIAN);
    all.putShort(MODEL, (short) interrupts);
    all.putShort(MODEL + 2, (short) processes);
    all.putShort(MODEL + 4, (short) records.size());
    all.putShort(MODEL + 6, (short) ProgrammingModel.bits(models));
    all.putLong(RECORD_LENGTH, recordLength / RECORD_UNIT);
    all.putLong(RECORD_OFFSET, records.isEmpty() ? 0 : RECORD_UNIT);
    long control = (problemState ? REQUIRED : 0) | (areaLength != 0 ? PER_PROCESS : 0);
    all.putLong(AREA_LENGTH, control << 56 | areaLength / PAGE);
    all.putLong(AREA_OFFSET, areaOffset);
    all.putLong(ERROR_LENGTH, errorBufferLength / PAGE);
    all.putLong(ERROR_OFFSET, errorBuffer.orElse(0));
    for (int i = 0; i < records.size(); i++) {
      all.put(RECORD_UNIT + i * recordLength, records.get(i).bytes(), 0, recordLength);
    }
    return all;
  }
}
