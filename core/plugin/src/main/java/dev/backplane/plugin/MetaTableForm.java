package dev.backplane.plugin;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The entries of one {@code meta.toml} in bytes, with the place of every value. */
final class MetaTableForm {
  private static final char TEXT = 's';
  private static final char WHOLE = 'l';
  private static final char REAL = 'd';
  private static final char FLAG = 'b';
  private static final char LIST = 'a';
  private static final char OTHER = 'o';

  private MetaTableForm() {}

  static void write(List<MetaTable> tables, DataOutput out) throws IOException {
    out.writeInt(tables.size());
    for (MetaTable table : tables) {
      write(table.position(), out);
      out.writeInt(table.values().size());
      for (Map.Entry<String, MetaValue> entry : table.values().entrySet()) {
        out.writeUTF(entry.getKey());
        write(entry.getValue(), out);
      }
    }
  }

  /**
   * Reads entries.
   *
   * @param file what their positions are in
   */
  static List<MetaTable> read(String file, DataInput in) throws IOException {
    List<MetaTable> tables = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      Position position = position(file, in);
      Map<String, MetaValue> values = new LinkedHashMap<>();
      for (int keys = in.readInt(); keys > 0; keys--) {
        values.put(in.readUTF(), value(file, in));
      }
      tables.add(new MetaTable(position, values, null));
    }
    return List.copyOf(tables);
  }

  private static void write(Position position, DataOutput out) throws IOException {
    out.writeInt(position.line());
    out.writeInt(position.column());
  }

  private static Position position(String file, DataInput in) throws IOException {
    return new Position(file, in.readInt(), in.readInt());
  }

  private static void write(MetaValue value, DataOutput out) throws IOException {
    write(value.position(), out);
    switch (value.value()) {
      case String text -> {
        out.writeByte(TEXT);
        out.writeUTF(text);
      }
      case Long number -> {
        out.writeByte(WHOLE);
        out.writeLong(number);
      }
      case Double number -> {
        out.writeByte(REAL);
        out.writeDouble(number);
      }
      case Boolean flag -> {
        out.writeByte(FLAG);
        out.writeBoolean(flag);
      }
      case List<?> list -> {
        out.writeByte(LIST);
        out.writeInt(list.size());
        for (MetaValue element : value.elements()) {
          write(element, out);
        }
      }
      case MetaValue.Other other -> {
        out.writeByte(OTHER);
        out.writeUTF(other.description());
      }
      default -> throw new IOException("no form for " + value);
    }
  }

  private static MetaValue value(String file, DataInput in) throws IOException {
    Position position = position(file, in);
    char kind = (char) in.readByte();
    return new MetaValue(
        switch (kind) {
          case TEXT -> in.readUTF();
          case WHOLE -> in.readLong();
          case REAL -> in.readDouble();
          case FLAG -> in.readBoolean();
          case LIST -> elements(file, in);
          case OTHER -> new MetaValue.Other(in.readUTF());
          default -> throw new IOException("no value is of kind " + kind);
        },
        position);
  }

  private static List<MetaValue> elements(String file, DataInput in) throws IOException {
    List<MetaValue> elements = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      elements.add(value(file, in));
    }
    return List.copyOf(elements);
  }
}
