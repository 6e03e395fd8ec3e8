package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Pin;

/**
 * Reads and writes the registers of a kernel, one access at a time. AW and W go out together and
 * are taken in any order; with random gaps, one may come before the other.
 */
final class AxiLiteMaster {
  private static final int EXOKAY = 1;

  private final Bench bench;
  private final String port;
  private final Output writeAddressValid;
  private final Pin writeAddressReady;
  private final Output writeAddress;
  private final Output writeDataValid;
  private final Pin writeDataReady;
  private final Output writeData;
  private final Output writeStrobe;
  private final Pin writeResponseValid;
  private final Output writeResponseReady;
  private final Pin writeResponse;
  private final Output readAddressValid;
  private final Pin readAddressReady;
  private final Output readAddress;
  private final Pin readDataValid;
  private final Output readDataReady;
  private final Pin readData;
  private final Pin readResponse;
  private final Payload readPayload;
  private final Payload responsePayload;
  private final boolean wide;
  private final Gaps gaps;

  private boolean busy;
  private boolean reading;
  private boolean addressGiven;
  private boolean dataGiven;
  private boolean answerWaits;

  /** How many more cycles the address, the data and the readiness for the answer are held back. */
  private int addressPause;

  private int dataPause;
  private int answerPause;

  /** Whether nothing is driven any more. */
  private boolean isQuiet = true;

  private boolean high;
  private long result;
  private int response;

  /** The cycle in which the last write's data was taken. */
  long writtenAt;

  AxiLiteMaster(Bench bench, Signals signals) {
    this.bench = bench;
    port = signals.bus().name();
    writeAddressValid = signals.output("AWVALID");
    writeAddressReady = signals.pin("AWREADY", 1);
    writeAddress = signals.output("AWADDR");
    writeDataValid = signals.output("WVALID");
    writeDataReady = signals.pin("WREADY", 1);
    writeData = signals.output("WDATA");
    writeStrobe = signals.output("WSTRB");
    writeResponseValid = signals.pin("BVALID", 1);
    writeResponseReady = signals.output("BREADY");
    writeResponse = signals.pin("BRESP", 0);
    readAddressValid = signals.output("ARVALID");
    readAddressReady = signals.pin("ARREADY", 1);
    readAddress = signals.output("ARADDR");
    readDataValid = signals.pin("RVALID", 1);
    readDataReady = signals.output("RREADY");
    readData = signals.pin("RDATA", 0);
    readResponse = signals.pin("RRESP", 0);
    readPayload = signals.payload("R");
    responsePayload = signals.payload("B");
    wide = signals.bus().dataBits() == Long.SIZE;
    gaps = new Gaps(bench.options, port);
  }

  /** The name of the interface. */
  String port() {
    return port;
  }

  void beginWrite(long offset, int value, int strobes) {
    high = wide && (offset & 4) != 0;
    writeAddress.set(offset);
    writeData.set((value & 0xffff_ffffL) << (high ? Integer.SIZE : 0));
    writeStrobe.set((long) strobes << (high ? Integer.BYTES : 0));
    begin(false);
  }

  void beginRead(long offset) {
    high = wide && (offset & 4) != 0;
    readAddress.set(offset);
    begin(true);
  }

  private void begin(boolean read) {
    busy = true;
    reading = read;
    addressGiven = false;
    dataGiven = read;
    answerWaits = false;
    response = 0;
    addressPause = pause();
    dataPause = pause();
    answerPause = pause();
    drive();
  }

  private int pause() {
    int cycles = 0;
    while (cycles < 8 && gaps.pause()) {
      cycles++;
    }
    return cycles;
  }

  boolean isBusy() {
    return busy;
  }

  /** What the last read gave. */
  int result() {
    return (int) (high ? result >>> Integer.SIZE : result);
  }

  /** The response to the last access: 0 is good. */
  int response() {
    return response;
  }

  /** Looks at what the kernel says, settled, before the edge. */
  void sample() {
    if (!busy) {
      return;
    }
    if (reading) {
      if (readAddressValid.isSet() && readAddressReady.get() != 0) {
        addressGiven = true;
      }
      sampleAnswer(readDataValid.get() != 0, readDataReady.isSet());
      checkUnasked("BVALID", writeResponseValid.get() != 0, "write");
    } else {
      if (writeAddressValid.isSet() && writeAddressReady.get() != 0) {
        addressGiven = true;
      }
      if (writeDataValid.isSet() && writeDataReady.get() != 0) {
        dataGiven = true;
        writtenAt = bench.cycle;
      }
      sampleAnswer(writeResponseValid.get() != 0, writeResponseReady.isSet());
      checkUnasked("RVALID", readDataValid.get() != 0, "read");
    }
  }

  private void checkUnasked(String name, boolean valid, String access) {
    if (valid) {
      bench.violation(port, Rule.ANSWER_ORDER, name + " without a " + access);
    }
  }

  void checkQuiet(String when) {
    if (writeResponseValid.get() != 0) {
      bench.violation(port, Rule.QUIET_IN_RESET, "BVALID is high " + when);
    }
    if (readDataValid.get() != 0) {
      bench.violation(port, Rule.QUIET_IN_RESET, "RVALID is high " + when);
    }
  }

  private void sampleAnswer(boolean valid, boolean ready) {
    String name = reading ? "RVALID" : "BVALID";
    if (!valid) {
      if (answerWaits) {
        answerWaits = false;
        bench.violation(port, Rule.VALID_STAYS, name + " dropped before it was taken");
      }
      return;
    }
    if (!addressGiven || !dataGiven) {
      bench.violation(
          port,
          Rule.ANSWER_ORDER,
          name
              + (reading
                  ? " before the read address was taken"
                  : " before the write's address and data were taken"));
      return;
    }
    Payload payload = reading ? readPayload : responsePayload;
    if (answerWaits && !payload.isHeld()) {
      bench.violation(
          port,
          Rule.PAYLOAD_STAYS,
          payload.change()
              + " while "
              + name
              + (reading ? " waits for RREADY" : " waits for BREADY"));
    }
    if (ready) {
      result = readData.get();
      response = (int) (reading ? readResponse.get() : writeResponse.get());
      if (response == EXOKAY) {
        bench.violation(
            port, Rule.ANSWER_CODE, (reading ? "RRESP" : "BRESP") + " is EXOKAY at a register");
      }
      answerWaits = false;
      busy = false;
    } else if (!answerWaits) {
      answerWaits = true;
      payload.hold();
    }
  }

  /** Drives what the kernel sees in the next cycle. */
  void drive() {
    if (!busy) {
      if (!isQuiet) {
        isQuiet = true;
        writeResponseReady.set(0);
        readDataReady.set(0);
        quiet();
      }
      return;
    }
    isQuiet = false;
    boolean address = !addressGiven && addressPause-- <= 0;
    boolean answer = answerPause-- <= 0;
    if (reading) {
      readAddressValid.set(address ? 1 : 0);
      readDataReady.set(answer ? 1 : 0);
    } else {
      writeAddressValid.set(address ? 1 : 0);
      writeDataValid.set(!dataGiven && dataPause-- <= 0 ? 1 : 0);
      writeResponseReady.set(answer ? 1 : 0);
    }
  }

  private void quiet() {
    readAddressValid.set(0);
    writeAddressValid.set(0);
    writeDataValid.set(0);
  }

  /** Gives an access up that the kernel does not answer. */
  void abandon() {
    busy = false;
    quiet();
    writeResponseReady.set(0);
    readDataReady.set(0);
  }

  String state() {
    return reading
        ? "AR valid=%d ready=%d, R valid=%d"
            .formatted(bit(readAddressValid), readAddressReady.get(), readDataValid.get())
        : "AW valid=%d ready=%d, W valid=%d ready=%d, B valid=%d"
            .formatted(
                bit(writeAddressValid),
                writeAddressReady.get(),
                bit(writeDataValid),
                writeDataReady.get(),
                writeResponseValid.get());
  }

  private static int bit(Output output) {
    return output.isSet() ? 1 : 0;
  }
}
