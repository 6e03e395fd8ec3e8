package dev.backplane.xclbin.ert;

/**
 * Checks the rules that a packet must meet before anything acts on it (section 3 of the sheet on
 * the execution model). Accepting a packet costs no allocation.
 */
public final class PacketRules {
  private PacketRules() {}

  /**
   * Checks a packet that is submitted.
   *
   * @param packet where it lies; the memory's end bounds it
   * @return its header as it was checked: who reads the header again may read another
   * @throws PacketException if it is refused; says at which byte and why
   */
  public static int check(Packet packet) {
    int header = packet.header();
    Opcode opcode = Header.opcode(header);
    if (opcode == null || opcode == Opcode.SK_UNCONFIG || opcode == Opcode.ACCESS_TEST) {
      throw refused(
          PacketError.BAD_OPCODE,
          -1,
          "header 0x%08x has opcode %d, which %s"
              .formatted(
                  header,
                  Header.opcodeNumber(header),
                  opcode == null ? "does not exist" : "is not taken (" + opcode + ")"));
    }
    if (Header.stateNumber(header) != CommandState.NEW.number()) {
      throw refused(
          PacketError.BAD_STATE,
          -1,
          "header 0x%08x has state %d; a submitted packet has %d (NEW)"
              .formatted(header, Header.stateNumber(header), CommandState.NEW.number()));
    }
    if (Header.type(header) == null) {
      throw refused(
          PacketError.BAD_TYPE,
          -1,
          "header 0x%08x has type %d; there are 0 to 4"
              .formatted(header, Header.typeNumber(header)));
    }
    checkSize(packet, header, opcode);
    checkPayload(packet, header, opcode);
    return header;
  }

  private static void checkSize(Packet packet, int header, Opcode opcode) {
    int count = Header.count(header);
    int least = opcode.minimumCount(header);
    if (count < least || (opcode == Opcode.START_COPYBO && count != StartCopy.COUNT)) {
      throw refused(
          PacketError.BAD_COUNT,
          -1,
          "%s says %d payload words, it needs %s %d"
              .formatted(opcode, count, count < least ? "at least" : "exactly", least));
    }
    if (1L + count > packet.capacity()) {
      throw refused(
          PacketError.TRUNCATED,
          -1,
          "%s says %d payload words, the memory holds %d"
              .formatted(opcode, count, packet.capacity() - 1));
    }
    if (opcode.hasMasks()
        && Header.statistics(header)
        && opcode != Opcode.INIT_CU
        && Timestamps.offset(header) + Timestamps.BYTES > packet.capacity() * Integer.BYTES) {
      throw refused(
          PacketError.TRUNCATED,
          -1,
          "timestamps are asked for and need %d bytes from byte %d on, the memory has %d"
              .formatted(
                  Timestamps.BYTES, Timestamps.offset(header), packet.capacity() * Integer.BYTES));
    }
  }

  private static void checkPayload(Packet packet, int header, Opcode opcode) {
    switch (opcode) {
      case CONFIGURE -> checkConfigure(packet, header);
      case SK_CONFIG -> checkSoftKernels(packet, header);
      case EXEC_WRITE, START_KEY_VAL -> checkPairs(packet, header);
      case START_COPYBO -> checkCopy(packet);
      case START_CU,
          EXIT,
          ABORT,
          CU_STAT,
          SK_START,
          SK_UNCONFIG,
          INIT_CU,
          START_FA,
          CLK_CALIB,
          MB_VALIDATE,
          ACCESS_TEST_C,
          ACCESS_TEST -> {
        // Any value of their words is one.
      }
    }
  }

  private static void checkConfigure(Packet packet, int header) {
    int units = Configure.units(packet);
    if (units < 0 || units > CuMasks.UNITS) {
      throw refused(
          PacketError.BAD_VALUE,
          1,
          "%d compute units; there can be 0 to %d".formatted(units & 0xffff_ffffL, CuMasks.UNITS));
    }
    if (Header.count(header) != 5 + units) {
      throw refused(
          PacketError.BAD_COUNT,
          -1,
          "CONFIGURE of %d compute units has %d payload words, it needs %d"
              .formatted(units, Header.count(header), 5 + units));
    }
    int slot = Configure.slotSize(packet);
    if (slot < 512 || slot > 4096 || slot % Integer.BYTES != 0) {
      throw refused(
          PacketError.BAD_VALUE,
          0,
          "a slot of %d bytes; it has 512 to 4096, in whole words".formatted(slot & 0xffff_ffffL));
    }
  }

  private static void checkSoftKernels(Packet packet, int header) {
    long images = packet.word(0) & 0xffff_ffffL;
    if (Header.count(header) != 1 + 7 * images) {
      throw refused(
          PacketError.BAD_COUNT,
          0,
          "SK_CONFIG of %d images has %d payload words, it needs %d"
              .formatted(images, Header.count(header), 1 + 7 * images));
    }
  }

  private static void checkPairs(Packet packet, int header) {
    int first = KeyValues.first(header);
    int count = Header.count(header);
    if ((count - first) % 2 != 0) {
      throw refused(
          PacketError.BAD_COUNT,
          -1,
          "%d payload words leave an offset without a value".formatted(count));
    }
    for (int i = first; i < count; i += 2) {
      if (packet.word(i) % Integer.BYTES != 0) {
        throw refused(
            PacketError.BAD_VALUE,
            i,
            "register offset 0x%x is not a multiple of 4".formatted(packet.word(i)));
      }
    }
  }

  private static void checkCopy(Packet packet) {
    checkBlock(packet, StartCopy.SOURCE, "source");
    checkBlock(packet, StartCopy.TARGET, "target");
    checkBlock(packet, StartCopy.SIZE, "size");
    if (StartCopy.bytes(packet) == 0) {
      throw refused(PacketError.BAD_VALUE, StartCopy.SIZE, "nothing is to be copied");
    }
  }

  private static void checkBlock(Packet packet, int word, String what) {
    if (packet.pair(word) % StartCopy.BLOCK != 0) {
      throw refused(
          PacketError.BAD_VALUE,
          word,
          "%s 0x%x is not a multiple of %d".formatted(what, packet.pair(word), StartCopy.BLOCK));
    }
  }

  private static PacketException refused(PacketError code, int word, String problem) {
    return new PacketException(code, Integer.BYTES * (1L + word), problem);
  }
}
