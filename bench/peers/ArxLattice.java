import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.deidentifier.arx.ARXAnonymizer;
import org.deidentifier.arx.ARXConfiguration;
import org.deidentifier.arx.ARXResult;
import org.deidentifier.arx.AttributeType.Hierarchy;
import org.deidentifier.arx.Data;
import org.deidentifier.arx.criteria.KAnonymity;
import org.deidentifier.arx.metric.Metric;
import org.deidentifier.arx.metric.Metric.AggregateFunction;

/**
 * Runs ARX's optimal search on a table with one hierarchy a column.
 * Arguments: table, folder of hierarchies, output, k, limit of suppression, metric, calls.
 * Prints one line a call: levels of the columns in their order, milliseconds of the search.
 */
public class ArxLattice {
  public static void main(String[] args) throws Exception {
    int k = Integer.parseInt(args[3]);
    double limit = Double.parseDouble(args[4]);
    int calls = Integer.parseInt(args[6]);
    Data data = Data.create(args[0], StandardCharsets.UTF_8, ';');
    int columns = data.getHandle().getNumColumns();
    String[] names = new String[columns];
    for (int i = 0; i < columns; i++) {
      names[i] = data.getHandle().getAttributeName(i);
      File file = new File(args[1], names[i] + ".csv");
      data.getDefinition().setAttributeType(names[i], Hierarchy.create(file, StandardCharsets.UTF_8, ';'));
    }
    ARXConfiguration config = ARXConfiguration.create();
    config.addPrivacyModel(new KAnonymity(k));
    config.setSuppressionLimit(limit);
    config.setQualityModel(
        args[5].equals("loss")
            ? Metric.createLossMetric(AggregateFunction.ARITHMETIC_MEAN)
            : args[5].equals("discernibility")
                ? Metric.createDiscernabilityMetric(false)
                : Metric.createAECSMetric());
    for (int call = 0; call < calls; call++) {
      data.getHandle().release();
      ARXResult result = new ARXAnonymizer().anonymize(data, config);
      int[] levels = new int[columns];
      if (result.isResultAvailable()) {
        for (int i = 0; i < columns; i++) levels[i] = result.getGlobalOptimum().getGeneralization(names[i]);
      }
      StringBuilder text = new StringBuilder();
      Arrays.stream(levels).forEach(text::append);
      System.out.println(text + " " + result.getTime());
      if (call == calls - 1 && !args[2].equals("-")) result.getOutput().save(args[2], ';');
    }
  }
}
