package dev.backplane.rtl.engines.jvm;

import dev.backplane.rtl.base.cache.CodeIdentity;
import dev.backplane.rtl.base.cache.ContentCache;
import dev.backplane.rtl.base.cache.ContentDigest;
import dev.backplane.rtl.engines.BytecodeDesign;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistWriter;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The classes of designs that were compiled before, by the netlist, our compiler and the JDK. They
 * are code of this process, so they are read only from a folder that nobody but the user can write
 * to, never from an image, and the JVM verifies them. Safe for use by several threads and
 * processes.
 */
public final class ClassCache {
  private static final long BYTES = 256L << 20;
  private static final String FILE = "classes";

  private final ContentCache entries;

  /**
   * Creates a cache.
   *
   * @param folder its folder; one that somebody else can write to is not used
   */
  public ClassCache(Path folder) {
    entries = new ContentCache(folder, BYTES);
  }

  /**
   * Compiles a design, unless it was compiled before.
   *
   * @param netlist the design
   * @return the design, ready to make engines of
   * @throws dev.backplane.rtl.base.RtlException as {@link DesignCompiler#compile(Netlist)}
   */
  public BytecodeDesign compile(Netlist netlist) {
    if (!entries.isPrivate()) {
      return DesignCompiler.compile(netlist);
    }
    String name =
        new ContentDigest()
            .add(CodeIdentity.of(DesignCompiler.class, Netlist.class))
            .add(NetlistWriter.write(netlist))
            .hexName();
    Optional<JvmDesign> earlier = entries.find(name, entry -> load(netlist, entry));
    if (earlier.isPresent()) {
      return earlier.get();
    }
    GeneratedCode code = DesignCompiler.generate(netlist, CodeSizeLimits.DEFAULT);
    JvmDesign design = JvmDesign.load(netlist, code, GatingPolicy.DEFAULT);
    entries.replace(
        name,
        entry -> {
          try (DataOutputStream out =
              new DataOutputStream(
                  new BufferedOutputStream(Files.newOutputStream(entry.resolve(FILE))))) {
            code.write(out);
          }
        });
    return design;
  }

  private static JvmDesign load(Netlist netlist, Path entry) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(Files.readAllBytes(entry.resolve(FILE))))) {
      return JvmDesign.load(netlist, GeneratedCode.read(in), GatingPolicy.DEFAULT);
    } catch (LinkageError | RuntimeException e) {
      throw new IOException(entry + " has other classes than were put there", e);
    }
  }
}
