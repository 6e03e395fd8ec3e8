package dev.backplane.compiler.onnx;

import ai.onnxruntime.OnnxTensorLike;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.Map;

/** What models mean to the runtime that everybody uses: the oracle of these tests. */
final class Onnxruntime implements AutoCloseable {
  private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
  private final OrtSession session;

  Onnxruntime(byte[] model) throws OrtException {
    OrtSession.SessionOptions options = new OrtSession.SessionOptions();
    options.setIntraOpNumThreads(1);
    options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR);
    // What the model says, and not what is quicker.
    options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.NO_OPT);
    session = environment.createSession(model, options);
  }

  /** {@return the first output, as one row of numbers} */
  double[] run(long[] extents, double... input) throws OrtException {
    float[] numbers = new float[input.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (float) input[i];
    }
    String name = session.getInputNames().iterator().next();
    try (ai.onnxruntime.OnnxTensor tensor =
            ai.onnxruntime.OnnxTensor.createTensor(
                environment, FloatBuffer.wrap(numbers), extents);
        OrtSession.Result result = session.run(Map.<String, OnnxTensorLike>of(name, tensor))) {
      ai.onnxruntime.OnnxTensor output = (ai.onnxruntime.OnnxTensor) result.get(0);
      if (output.getLongBuffer() != null) {
        long[] wholes = new long[output.getLongBuffer().remaining()];
        output.getLongBuffer().get(wholes);
        return Arrays.stream(wholes).asDoubleStream().toArray();
      }
      FloatBuffer reals = output.getFloatBuffer();
      double[] numbersOut = new double[reals.remaining()];
      for (int i = 0; i < numbersOut.length; i++) {
        numbersOut[i] = reals.get(i);
      }
      return numbersOut;
    }
  }

  @Override
  public void close() throws OrtException {
    session.close();
  }
}
