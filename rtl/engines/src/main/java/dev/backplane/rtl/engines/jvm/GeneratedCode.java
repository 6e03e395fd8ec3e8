package dev.backplane.rtl.engines.jvm;

import dev.backplane.rtl.engines.EngineStatistics;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The classes of a design, and what its engines have to know of them besides the netlist.
 *
 * @param pinWords the size of the array of pins
 * @param scratchWords the size of the array for operands of wide operations
 * @param statistics what was compiled
 * @param classes the class files, by the number of the part
 */
record GeneratedCode(
    int pinWords, int scratchWords, EngineStatistics statistics, List<byte[]> classes) {

  void write(DataOutputStream out) throws IOException {
    out.writeInt(pinWords);
    out.writeInt(scratchWords);
    out.writeInt(statistics.operations());
    out.writeInt(statistics.methods());
    out.writeInt(statistics.largestMethodBytes());
    out.writeInt(statistics.bytecodeBytes());
    out.writeInt(statistics.fields());
    out.writeLong(statistics.compileMillis());
    out.writeInt(classes.size());
    for (byte[] file : classes) {
      out.writeInt(file.length);
      out.write(file);
    }
  }

  static GeneratedCode read(DataInputStream in) throws IOException {
    int pinWords = in.readInt();
    int scratchWords = in.readInt();
    int operations = in.readInt();
    int methods = in.readInt();
    int largest = in.readInt();
    int bytes = in.readInt();
    int fields = in.readInt();
    long millis = in.readLong();
    int count = in.readInt();
    List<byte[]> classes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      classes.add(in.readNBytes(in.readInt()));
    }
    return new GeneratedCode(
        pinWords,
        scratchWords,
        new EngineStatistics(operations, count, methods, largest, bytes, fields, millis),
        classes);
  }
}
