package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.RegisterPort;
import dev.backplane.rtl.harness.SimulationContext;
import dev.backplane.rtl.harness.StallGenerator;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads and writes the registers of a kernel, one access at a time. AW and W become valid together
 * and are accepted in any order; with random stalls, one may become valid before the other.
 */
final class AxiLiteMaster implements RegisterPort {
  private static final int EXOKAY = 1;

  private final SimulationContext context;
  private final Consumer<AxiLiteMaster> begins;
  private final String port;
  private final DrivenInput writeAddressValid;
  private final Pin writeAddressReady;
  private final DrivenInput writeAddress;
  private final DrivenInput writeDataValid;
  private final Pin writeDataReady;
  private final DrivenInput writeData;
  private final DrivenInput writeStrobe;
  private final Pin writeResponseValid;
  private final DrivenInput writeResponseReady;
  private final Pin writeResponse;
  private final DrivenInput readAddressValid;
  private final Pin readAddressReady;
  private final DrivenInput readAddress;
  private final Pin readDataValid;
  private final DrivenInput readDataReady;
  private final Pin readData;
  private final Pin readResponse;
  private final Payload readPayload;
  private final Payload responsePayload;
  private final boolean wide;
  private final long bytes;
  private final StallGenerator stalls;

  private boolean busy;
  private boolean reading;
  private boolean addressAccepted;
  private boolean dataAccepted;
  private boolean responsePending;

  /** The remaining stall cycles of AWVALID or ARVALID, of WVALID, and of BREADY or RREADY. */
  private int addressStall;

  private int dataStall;
  private int responseStall;

  /** True if all outputs are low. */
  private boolean isIdle = true;

  /** True if the access takes all 64 bits, or their upper half. */
  private boolean whole;

  private boolean upperHalf;
  private long result;
  private int response;

  /** The cycle in which the data of the last write was accepted. */
  long writeDataCycle;

  /**
   * Creates a master.
   *
   * @param context the state of the simulation
   * @param pins the interface
   * @param begins called at the beginning of an access: from then on, it has to be sampled and
   *     driven until it drives while it is not busy
   */
  AxiLiteMaster(SimulationContext context, InterfacePins pins, Consumer<AxiLiteMaster> begins) {
    this.context = context;
    this.begins = begins;
    port = pins.bus().name();
    writeAddressValid = pins.output("AWVALID");
    writeAddressReady = pins.pin("AWREADY", 1);
    writeAddress = pins.output("AWADDR");
    writeDataValid = pins.output("WVALID");
    writeDataReady = pins.pin("WREADY", 1);
    writeData = pins.output("WDATA");
    writeStrobe = pins.output("WSTRB");
    writeResponseValid = pins.pin("BVALID", 1);
    writeResponseReady = pins.output("BREADY");
    writeResponse = pins.pin("BRESP", 0);
    readAddressValid = pins.output("ARVALID");
    readAddressReady = pins.pin("ARREADY", 1);
    readAddress = pins.output("ARADDR");
    readDataValid = pins.pin("RVALID", 1);
    readDataReady = pins.output("RREADY");
    readData = pins.pin("RDATA", 0);
    readResponse = pins.pin("RRESP", 0);
    readPayload = Payload.of(pins, "R");
    responsePayload = Payload.of(pins, "B");
    wide = pins.bus().dataBits() == Long.SIZE;
    bytes = 1L << Math.min(pins.bus().addressBits(), Long.SIZE - 2);
    stalls = new StallGenerator(context.options(), port);
  }

  @Override
  public String port() {
    return port;
  }

  @Override
  public int widestAccess() {
    return wide ? Long.BYTES : Integer.BYTES;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void beginWrite(long offset, int bytes, long value, int strobes) {
    select(offset, bytes);
    writeAddress.set(offset);
    writeData.set(whole ? value : (value & 0xffff_ffffL) << (upperHalf ? Integer.SIZE : 0));
    writeStrobe.set(whole ? strobes & 0xffL : (strobes & 0xfL) << (upperHalf ? Integer.BYTES : 0));
    begin(false);
  }

  @Override
  public void beginRead(long offset, int bytes) {
    select(offset, bytes);
    readAddress.set(offset);
    begin(true);
  }

  private void select(long offset, int bytes) {
    whole = bytes == Long.BYTES;
    upperHalf = wide && (offset & 4) != 0;
  }

  private void begin(boolean read) {
    begins.accept(this);
    busy = true;
    reading = read;
    addressAccepted = false;
    dataAccepted = read;
    responsePending = false;
    response = 0;
    addressStall = stallCycles();
    dataStall = stallCycles();
    responseStall = stallCycles();
    drive();
  }

  private int stallCycles() {
    int cycles = 0;
    while (cycles < 8 && stalls.stall()) {
      cycles++;
    }
    return cycles;
  }

  @Override
  public boolean isBusy() {
    return busy;
  }

  @Override
  public long result() {
    return whole ? result : (upperHalf ? result >>> Integer.SIZE : result) & 0xffff_ffffL;
  }

  @Override
  public Optional<String> refusal() {
    return response <= EXOKAY
        ? Optional.empty()
        : Optional.of(response == EXOKAY + 1 ? "SLVERR" : "DECERR");
  }

  /** Samples the settled outputs of the kernel, before the edge. */
  void sample() {
    if (!busy) {
      return;
    }
    if (reading) {
      if (readAddressValid.isSet() && readAddressReady.get() != 0) {
        addressAccepted = true;
      }
      sampleResponse(readDataValid.get() != 0, readDataReady.isSet());
      checkUnexpected("BVALID", writeResponseValid.get() != 0, "write");
    } else {
      if (writeAddressValid.isSet() && writeAddressReady.get() != 0) {
        addressAccepted = true;
      }
      if (writeDataValid.isSet() && writeDataReady.get() != 0) {
        dataAccepted = true;
        writeDataCycle = context.cycle();
      }
      sampleResponse(writeResponseValid.get() != 0, writeResponseReady.isSet());
      checkUnexpected("RVALID", readDataValid.get() != 0, "read");
    }
  }

  private void checkUnexpected(String name, boolean valid, String access) {
    if (valid) {
      context.violation(port, AxiRule.ANSWER_ORDER, name + " without a " + access);
    }
  }

  void checkValidLow(String when) {
    if (writeResponseValid.get() != 0) {
      context.violation(port, AxiRule.QUIET_IN_RESET, "BVALID is high " + when);
    }
    if (readDataValid.get() != 0) {
      context.violation(port, AxiRule.QUIET_IN_RESET, "RVALID is high " + when);
    }
  }

  private void sampleResponse(boolean valid, boolean ready) {
    String name = reading ? "RVALID" : "BVALID";
    if (!valid) {
      if (responsePending) {
        responsePending = false;
        context.violation(port, AxiRule.VALID_STAYS, name + " dropped before it was taken");
      }
      return;
    }
    if (!addressAccepted || !dataAccepted) {
      context.violation(
          port,
          AxiRule.ANSWER_ORDER,
          name
              + (reading
                  ? " before the read address was taken"
                  : " before the write's address and data were taken"));
      return;
    }
    Payload payload = reading ? readPayload : responsePayload;
    if (responsePending && !payload.isStable()) {
      context.violation(
          port,
          AxiRule.PAYLOAD_STAYS,
          payload.describeChange()
              + " while "
              + name
              + (reading ? " waits for RREADY" : " waits for BREADY"));
    }
    if (ready) {
      result = readData.get();
      response = (int) (reading ? readResponse.get() : writeResponse.get());
      if (response == EXOKAY) {
        context.violation(
            port, AxiRule.ANSWER_CODE, (reading ? "RRESP" : "BRESP") + " is EXOKAY at a register");
      }
      responsePending = false;
      busy = false;
    } else if (!responsePending) {
      responsePending = true;
      payload.capture();
    }
  }

  /** Drives the inputs of the kernel for the next cycle. */
  void drive() {
    if (!busy) {
      if (!isIdle) {
        isIdle = true;
        writeResponseReady.set(0);
        readDataReady.set(0);
        deassertValids();
      }
      return;
    }
    isIdle = false;
    boolean address = !addressAccepted && addressStall-- <= 0;
    boolean answer = responseStall-- <= 0;
    if (reading) {
      readAddressValid.set(address ? 1 : 0);
      readDataReady.set(answer ? 1 : 0);
    } else {
      writeAddressValid.set(address ? 1 : 0);
      writeDataValid.set(!dataAccepted && dataStall-- <= 0 ? 1 : 0);
      writeResponseReady.set(answer ? 1 : 0);
    }
  }

  private void deassertValids() {
    readAddressValid.set(0);
    writeAddressValid.set(0);
    writeDataValid.set(0);
  }

  @Override
  public void abandon() {
    busy = false;
    deassertValids();
    writeResponseReady.set(0);
    readDataReady.set(0);
  }

  @Override
  public String state() {
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

  private static int bit(DrivenInput output) {
    return output.isSet() ? 1 : 0;
  }
}
