package dev.backplane.rtl.frontends;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** Writes random entities of VHDL, for those who compare front ends elsewhere. */
public final class RandomEntities {
  private RandomEntities() {}

  /**
   * Writes an entity and what it uses.
   *
   * @param name its name
   * @param seed which one
   * @param folder where
   * @return the files, the entity's first
   * @throws IOException if they cannot be written
   */
  public static List<Path> write(String name, long seed, Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    String text = new RandomVhdl(new Random(seed)).entity(name).text();
    files.add(Files.writeString(folder.resolve(name + ".vhd"), text));
    for (String other : RandomVhdl.OTHERS) {
      Path copy = folder.resolve(other.substring(other.indexOf('/') + 1));
      try (InputStream in = RandomEntities.class.getResourceAsStream(other)) {
        Files.write(copy, Objects.requireNonNull(in, other).readAllBytes());
      }
      files.add(copy);
    }
    return files;
  }
}
