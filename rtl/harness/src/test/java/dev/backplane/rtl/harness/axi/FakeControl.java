package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.harness.axi.FakeKernel.Shape;

/** The control registers of a hand-written kernel: ap_ctrl_hs or chain, and 64 argument words. */
final class FakeControl {
  private static final int WORDS = 64;

  private final FakePin awvalid;
  private final FakePin awready;
  private final FakePin awaddr;
  private final FakePin wvalid;
  private final FakePin wready;
  private final FakePin wdata;
  private final FakePin wstrb;
  private final FakePin bvalid;
  private final FakePin bready;
  private final FakePin bresp;
  private final FakePin arvalid;
  private final FakePin arready;
  private final FakePin araddr;
  private final FakePin rvalid;
  private final FakePin rready;
  private final FakePin rdata;
  private final FakePin interrupt;
  private final Shape shape;

  final int[] registers = new int[WORDS];
  boolean running;
  boolean unresponsive;
  int controlReads;
  int acknowledged;
  private boolean done;
  private boolean globalEnable;
  private int enable;
  private int status;
  private long writeAddress = -1;
  private long writeData = -1;
  private int writeStrobe;

  FakeControl(FakeKernel kernel, Shape shape) {
    this.shape = shape;
    String name = "s_axi_control_";
    awvalid = kernel.input(name + "awvalid", 1);
    awready = kernel.output(name + "awready", 1);
    awaddr = kernel.input(name + "awaddr", 12);
    wvalid = kernel.input(name + "wvalid", 1);
    wready = kernel.output(name + "wready", 1);
    wdata = kernel.input(name + "wdata", 32);
    wstrb = kernel.input(name + "wstrb", 4);
    bvalid = kernel.output(name + "bvalid", 1);
    bready = kernel.input(name + "bready", 1);
    bresp = kernel.output(name + "bresp", 2);
    arvalid = kernel.input(name + "arvalid", 1);
    arready = kernel.output(name + "arready", 1);
    araddr = kernel.input(name + "araddr", 12);
    rvalid = kernel.output(name + "rvalid", 1);
    rready = kernel.input(name + "rready", 1);
    rdata = kernel.output(name + "rdata", 32);
    kernel.output(name + "rresp", 2);
    interrupt =
        shape.interrupt()
            ? kernel.output("interrupt", 1)
            : new FakePin(
                new dev.backplane.rtl.netlist.Port(
                    "nowhere", dev.backplane.rtl.netlist.Port.Direction.OUTPUT, 1));
  }

  long pointer(int offset) {
    return (registers[offset / 4] & 0xffff_ffffL) | (long) registers[offset / 4 + 1] << 32;
  }

  void reset() {
    running = false;
    done = false;
    writeAddress = -1;
    writeData = -1;
    bvalid.set(0);
    rvalid.set(0);
    awready.set(0);
    wready.set(0);
    arready.set(0);
    interrupt.set(0);
  }

  void finish() {
    running = false;
    done = true;
    status |= enable & 1;
    interrupt.set(globalEnable && status != 0 ? 1 : 0);
  }

  void clock() {
    if (unresponsive) {
      return;
    }
    clockWrite();
    clockRead();
    interrupt.set(globalEnable && status != 0 ? 1 : 0);
  }

  private void clockWrite() {
    if (awvalid.isSet() && awready.isSet()) {
      writeAddress = awaddr.get();
    }
    if (wvalid.isSet() && wready.isSet()) {
      writeData = wdata.get();
      writeStrobe = (int) wstrb.get();
    }
    if (bvalid.isSet() && bready.isSet()) {
      bvalid.set(0);
    } else if (!bvalid.isSet() && writeAddress >= 0 && writeData >= 0) {
      bresp.set(writeAddress >= WORDS * 4 ? 2 : 0);
      write((int) writeAddress, (int) writeData);
      bvalid.set(1);
      writeAddress = -1;
      writeData = -1;
    }
    awready.set(writeAddress < 0 && !bvalid.isSet() ? 1 : 0);
    wready.set(writeData < 0 && !bvalid.isSet() ? 1 : 0);
  }

  private void write(int offset, int value) {
    switch (offset) {
      case 0 -> {
        if ((value & 1) != 0) {
          running = true;
          done = false;
        }
        if ((value & 0x10) != 0) {
          acknowledged++;
          done = false;
        }
      }
      case 4 -> globalEnable = (value & 1) != 0;
      case 8 -> enable = value & 3;
      case 12 -> status ^= shape.clearOnRead() ? 0 : value & 3;
      default -> {
        if (offset < WORDS * 4) {
          int mask = 0;
          for (int i = 0; i < 4; i++) {
            mask |= ((writeStrobe >>> i) & 1) * (0xff << (i * 8));
          }
          registers[offset / 4] = (registers[offset / 4] & ~mask) | (value & mask);
        }
      }
    }
  }

  private void clockRead() {
    if (rvalid.isSet() && rready.isSet()) {
      rvalid.set(0);
    } else if (arvalid.isSet() && arready.isSet()) {
      rdata.set(read((int) araddr.get()));
      rvalid.set(1);
    }
    arready.set(rvalid.isSet() ? 0 : 1);
  }

  private int read(int offset) {
    switch (offset) {
      case 0 -> {
        controlReads++;
        int value = (running ? 1 : 4) | (done ? 2 : 0);
        if (!shape.chain()) {
          done = false;
        }
        return value;
      }
      case 12 -> {
        int value = status;
        if (shape.clearOnRead()) {
          status = 0;
        }
        return value;
      }
      default -> {
        return offset < WORDS * 4 ? registers[offset / 4] : 0;
      }
    }
  }
}
