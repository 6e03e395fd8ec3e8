package dev.backplane.bench;

import java.util.List;

/** A group of figures that are measured together. */
interface Area {
  /** {@return the figures} Measured now, in this machine's state. */
  List<Row> measure() throws Exception;
}
