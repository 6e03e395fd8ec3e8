package dev.backplane.compiler;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Which of the tools that check hardware are installed. */
public final class Tools {
  private Tools() {}

  /** {@return whether there is Verilator} */
  public static boolean haveVerilator() {
    return have("verilator");
  }

  /** {@return whether there is Yosys} */
  public static boolean haveYosys() {
    return have("yosys");
  }

  /** {@return whether there is GHDL} */
  public static boolean haveGhdl() {
    return have("ghdl");
  }

  /** Looked for once, and only if it is asked for. */
  private static final class Torch {
    private static final String PYTHON = findTorchPython();
  }

  /** {@return a Python that has PyTorch, or the empty string} */
  static String torchPython() {
    return Torch.PYTHON;
  }

  /** {@return whether there is PyTorch} */
  public static boolean haveTorch() {
    return !torchPython().isEmpty();
  }

  /** Debian's packages are for its own Python, which need not be the first one. */
  private static String findTorchPython() {
    for (String python : new String[] {"python3", "/usr/bin/python3"}) {
      try {
        Process process =
            new ProcessBuilder(python, "-c", "import torch")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor(2, TimeUnit.MINUTES) && process.exitValue() == 0) {
          return python;
        }
      } catch (IOException e) {
        // This one is not there.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return "";
      }
    }
    return "";
  }

  private static boolean have(String program) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
