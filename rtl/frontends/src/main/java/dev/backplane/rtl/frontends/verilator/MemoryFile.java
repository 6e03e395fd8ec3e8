package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.netlist.pass.ConstantFolding;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Initialises arrays from files, as {@code $readmemh} and {@code $readmemb} do. */
final class MemoryFile {
  private final ExecutionContext context;
  private final Evaluator evaluator;

  MemoryFile(ExecutionContext context, Evaluator evaluator) {
    this.context = context;
    this.evaluator = evaluator;
  }

  void read(Statement.ReadFile read, PathState state) {
    if (context.mode() != ExecutionContext.Mode.INITIAL) {
      throw context.unsupported(read.location(), "a file is read outside of an initial block");
    }
    Variable array = evaluator.resolvePath(read.memory(), state).variable();
    if (!(array.type() instanceof Type.Array type) || !Variable.isArrayOfWords(type)) {
      throw context.unsupported(read.location(), "a file is read into something that is no array");
    }
    if (!array.isMemory() && array.type().words() < 1) {
      throw context.unsupported(read.location(), "an array without words");
    }
    Map<Integer, BigInteger> words = new TreeMap<>();
    parse(read, type, state, words);
    for (var entry : words.entrySet()) {
      int index = entry.getKey() - type.low();
      if (index < 0 || index >= type.words()) {
        throw error(
            read, "address " + Integer.toHexString(entry.getKey()) + " is outside of the array");
      }
      BigInteger word = ConstantFolding.truncate(entry.getValue(), array.word().width());
      if (array.isMemory()) {
        context.design().contents(array).put(index, word);
      } else {
        Leaf leaf = array.leaves().get(index);
        state.effects().blocking().put(leaf, context.graph().fixed(word, leaf.width()));
      }
    }
  }

  private void parse(
      Statement.ReadFile read, Type.Array type, PathState state, Map<Integer, BigInteger> words) {
    int at = read.range().isEmpty() ? type.low() : bound(read, 0, state);
    int end = read.range().size() < 2 ? Integer.MAX_VALUE : bound(read, 1, state);
    int step = end < at ? -1 : 1;
    for (String token : tokens(read, state)) {
      try {
        if (token.startsWith("@")) {
          at = Integer.parseInt(token.substring(1), 16);
        } else {
          String digits = token.replace("_", "").replaceAll("[xXzZ?]", "0");
          words.put(at, new BigInteger(digits, read.hexadecimal() ? 16 : 2));
          at += step;
        }
      } catch (NumberFormatException e) {
        throw error(read, "'" + token + "' is no number");
      }
    }
  }

  private int bound(Statement.ReadFile read, int index, PathState state) {
    if (evaluator.word(read.range().get(index), state) instanceof Node.Fixed fixed) {
      return fixed.value().intValue();
    }
    throw error(read, "the addresses are not fixed");
  }

  private List<String> tokens(Statement.ReadFile read, PathState state) {
    String name = name(read, state);
    Path file = find(read, name);
    if (file == null) {
      throw error(read, "there is no file '" + name + "' beside the sources");
    }
    try {
      String text =
          RegularFile.latin1(file).replaceAll("(?s)/\\*.*?\\*/", " ").replaceAll("//[^\\n]*", " ");
      List<String> tokens = new ArrayList<>();
      for (String token : text.split("\\s+")) {
        if (!token.isEmpty()) {
          tokens.add(token);
        }
      }
      return tokens;
    } catch (IOException e) {
      throw error(read, "'" + name + "' cannot be read: " + e);
    }
  }

  private String name(Statement.ReadFile read, PathState state) {
    if (read.file() instanceof Expression.Constant constant && !constant.text().isEmpty()) {
      return constant.text();
    }
    if (evaluator.word(read.file(), state) instanceof Node.Fixed fixed) {
      StringBuilder name = new StringBuilder();
      for (byte b : fixed.value().toByteArray()) {
        if (b != 0) {
          name.append((char) (b & 0xff));
        }
      }
      return name.toString();
    }
    throw error(read, "the name of the file is not fixed");
  }

  /** Searches the folder of the source first, then all folders of sources. */
  private @Nullable Path find(Statement.ReadFile read, String name) {
    Path work = context.texts().work();
    List<Path> folders = new ArrayList<>();
    folders.add(context.texts().folder(read.location()));
    try (Stream<Path> entries = Files.list(work)) {
      entries.filter(Files::isDirectory).sorted().forEach(folders::add);
    } catch (IOException e) {
      throw error(read, "the work folder cannot be read: " + e);
    }
    String last = String.valueOf(Path.of(name).getFileName());
    for (String candidate : List.of(name, last)) {
      for (Path folder : folders) {
        Path file = folder.resolve(candidate).normalize();
        if (file.startsWith(work) && Files.isRegularFile(file)) {
          return file;
        }
      }
    }
    return null;
  }

  private RuntimeException error(Statement.ReadFile read, String problem) {
    return context.texts().error(RtlError.SOURCE_INVALID, read.location(), problem);
  }
}
