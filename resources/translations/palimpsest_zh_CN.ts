<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
    <context>
        <name>window</name>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>% of the run's time</source>
            <translation>占运行时间的 %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>% right by layer, dark = fewer right</source>
            <translation>各层正确率 %，深色 = 正确更少</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>%, ring = best</source>
            <translation>%，圆环 = 最佳</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Archive</source>
            <translation>归档(&amp;A)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>&amp;Begin with a recipe…</source>
            <translation>从配方开始(&amp;B)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Compare selected runs</source>
            <translation>比较所选运行(&amp;C)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/edit_menu.py" />
            <source>&amp;Copy</source>
            <translation>复制(&amp;C)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>&amp;Copy as TOML</source>
            <translation>复制为 TOML(&amp;C)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Delete…</source>
            <translation>删除(&amp;D)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Earlier in the queue</source>
            <translation>在队列中前移(&amp;E)</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/actions.py" />
            <source>&amp;Edit</source>
            <translation>编辑(&amp;E)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Export model…</source>
            <translation>导出模型(&amp;E)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Fetch model</source>
            <translation>取回模型(&amp;F)</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/actions.py" />
            <source>&amp;File</source>
            <translation>文件(&amp;F)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Find</source>
            <translation>查找(&amp;F)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Finished studies</source>
            <translation>已完成的研究(&amp;F)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Go on</source>
            <translation>继续(&amp;G)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Guide to a first run</source>
            <translation>首次运行指南(&amp;G)</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/actions.py" />
            <source>&amp;Help</source>
            <translation>帮助(&amp;H)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>&amp;Import a data set…</source>
            <translation>导入数据集(&amp;I)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Import log…</source>
            <translation>导入日志(&amp;I)…</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Keyboard shortcuts</source>
            <translation>键盘快捷键(&amp;K)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Language…</source>
            <translation>语言(&amp;L)…</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Larger text</source>
            <translation>放大文字(&amp;L)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Normal text size</source>
            <translation>默认文字大小(&amp;N)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>&amp;Open TOML…</source>
            <translation>打开 TOML(&amp;O)…</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Open the store's folder</source>
            <translation>打开存储库的文件夹(&amp;O)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/edit_menu.py" />
            <source>&amp;Paste</source>
            <translation>粘贴(&amp;P)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Pause</source>
            <translation>暂停(&amp;P)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Quit</source>
            <translation>退出(&amp;Q)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>&amp;Random texts</source>
            <translation>随机文本(&amp;R)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <location filename="../../workbench/shell/edit_menu.py" />
            <source>&amp;Redo</source>
            <translation>重做(&amp;R)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Report a problem…</source>
            <translation>报告问题(&amp;R)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Resume run</source>
            <translation>继续运行(&amp;R)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>&amp;Run</source>
            <translation>运行(&amp;R)</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/actions.py" />
            <source>&amp;Run</source>
            <comment>menu</comment>
            <translation>运行(&amp;R)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>&amp;Save as TOML…</source>
            <translation>另存为 TOML(&amp;S)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>&amp;Save as recipe</source>
            <translation>保存为配方(&amp;K)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>&amp;Search settings…</source>
            <translation>搜索设置(&amp;S)…</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Smaller text</source>
            <translation>缩小文字(&amp;S)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Stop run</source>
            <translation>停止运行(&amp;S)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Tags</source>
            <translation>标记(&amp;T)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <location filename="../../workbench/shell/edit_menu.py" />
            <source>&amp;Undo</source>
            <translation>撤销(&amp;U)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Undo delete</source>
            <translation>撤销删除(&amp;U)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Undo deleting {what}</source>
            <translation>撤销删除{what}(&amp;U)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>&amp;Use in the current design</source>
            <translation>在当前设计中使用(&amp;U)</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/actions.py" />
            <source>&amp;View</source>
            <translation>视图(&amp;V)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Which strategy should I use?</source>
            <translation>应该使用哪种策略？(&amp;W)</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/actions.py" />
            <source>&amp;Window</source>
            <translation>窗口(&amp;W)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/ranges.py" />
            <source>'{text}' is not a number.</source>
            <translation>'{text}' 不是数值。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>(no answer)</source>
            <translation>（不作答）</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/text_list.py" />
            <source>(no longer in the data set)</source>
            <translation>（已不在数据集中）</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>1 run at a time</source>
            <translation>同时运行 1 次</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/ranges.py" />
            <source>1 to 5, or 1, 2, 5.</source>
            <translation>1 to 5，或 1, 2, 5。</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/chips.py" />
            <source>2e-5, 5e-5  or  1e-5..1e-4 log 4</source>
            <translation>2e-5, 5e-5  或  1e-5..1e-4 log 4</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>95 % interval</source>
            <translation>95 % 区间</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>95 % interval {low} to {high}</source>
            <translation>95 % 区间 {low} 至 {high}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>95 % interval. Left of the line a lower {title} than {name}, right a higher one</source>
            <translation>95 % 区间。与 {name} 相比，竖线左侧{title}较低，右侧较高</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>95 % intervals</source>
            <translation>95 % 区间</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>A CSV, TSV, XLSX, JSON or Parquet file, lines that begin with their label, a folder of text files per class, or a data set of the hub. Its first rows appear here before anything is stored.</source>
            <translation>CSV、TSV、XLSX、JSON 或 Parquet 文件，每行以标签开头的文件，每个类别一个文件夹的文本文件，或 hub 上的数据集。在存储任何内容之前，其前几行会显示在此处。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>A bag of words has no encoder.</source>
            <translation>词袋模型没有编码器。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>A data set has this name and would be replaced.</source>
            <translation>已有同名的数据集；它将被替换。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>A design for this data set: length, epochs, batch and metric follow from its texts and labels</source>
            <translation>针对此数据集的设计：长度、轮数、批大小和指标由其文本和标签决定</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>A desktop notification when a run or a sweep has ended and another window is in front. Without a system tray, the window's entry in the task bar is highlighted</source>
            <translation>运行或扫描结束而前台是其他窗口时，显示桌面通知。若桌面没有用于通知的托盘，则由任务栏中的窗口条目提醒</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>A file…</source>
            <translation>文件…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>A finished run of an encoder can classify the rows of a file.</source>
            <translation>已完成的编码器运行可以对文件中的各行分类。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>A folder, a zip file, a TensorFlow checkpoint (before .index) or a .bin file.</source>
            <translation>文件夹、zip 文件、TensorFlow 检查点（.index 之前的部分）或 .bin 文件。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>A folder…</source>
            <translation>文件夹…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>A new run with {settings} would allow it.</source>
            <translation>使用 {settings} 的新运行即可导出。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/cost_matrix.py" />
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <location filename="../../workbench/widgets/numbers.py" />
            <source>A number is needed here.</source>
            <translation>这里需要数字。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>A path, or hub:NAME</source>
            <translation>路径，或 hub:NAME</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>A random test text with its label (Ctrl+R)</source>
            <translation>随机一个测试文本及其标签（Ctrl+R）</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>A random text with its label</source>
            <translation>随机一个文本及其标签</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>A range (1e-5 to 1e-4) or values (16, 32)</source>
            <translation>一个范围（1e-5 to 1e-4）或若干值（16, 32）</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/chips.py" />
            <source>A range has 2 to {most} values.</source>
            <translation>范围有 2 到 {most} 个值。</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/chips.py" />
            <source>A range needs an end, for example 1..5.</source>
            <translation>范围需要终点，例如 1..5。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>A rule turns probabilities into answers and is tuned on validation texts, where its gain is therefore optimistic. The command predict, exports and the Lab follow a saved rule.</source>
            <translation>规则将概率变为答案，并在验证文本上调整，因此那里的收益偏乐观。predict 命令、导出和“实验室”会采用已保存的规则。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>A run appears here as soon as one is started, from this window or from the command line.</source>
            <translation>从此窗口或命令行启动运行后，它会立即显示在此处。</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/closing.py" />
            <source>A run has not ended yet.</source>
            <translation>一次运行尚未结束。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/column_menu.py" />
            <source>A setting, a measure or a column of the list (learning_rate, test/macro_f1, tag):</source>
            <translation>一项设置、一项测量值或列表所示的一项（learning_rate, test/macro_f1, tag）：</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>A text file…</source>
            <translation>文本文件…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>A text may have several labels, so there is no confusion matrix: see Results for each label.</source>
            <translation>一个文本可有多个标签，因此没有混淆矩阵：各标签的情况见“结果”。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>A text to classify</source>
            <translation>要分类的文本</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/numbers.py" />
            <source>A whole number is needed here.</source>
            <translation>这里需要整数。</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/chips.py" />
            <source>A “log” range needs numbers above 0.</source>
            <translation>“log”范围需要大于 0 的数。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Abilities</source>
            <translation>能力</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>About {percent:.1f} % of labels may be wrong.</source>
            <translation>约 {percent:.1f} % 的标签可能有误。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>About {time} of one device.</source>
            <translation>约需一个设备 {time}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Abstention</source>
            <translation>不作答</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/wording.py" />
            <source>Accuracy by task</source>
            <translation>各任务的准确率</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Accuracy, %</source>
            <translation>准确率，%</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Action</source>
            <translation>操作</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/column.py" />
            <source>Actions on this stage</source>
            <translation>此阶段的操作</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/column_menu.py" />
            <source>Add a column</source>
            <translation>添加列</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/column_menu.py" />
            <source>Add a column…</source>
            <translation>添加列…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>Add a machine that you log in to with ssh, or a Slurm cluster</source>
            <translation>添加一台可用 ssh 登录的机器，或 Slurm 集群</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/chips.py" />
            <source>Add a value of {name}</source>
            <translation>为{name}添加一个值</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/records.py" />
            <source>Add another {one}</source>
            <translation>再添加一个{one}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Add or remove the tag {star}</source>
            <translation>添加或移除标记 {star}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Add runs</source>
            <translation>添加运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/pipeline_strip.py" />
            <source>Add stage</source>
            <translation>添加阶段</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Add the runs of a capsule, once everything in it was checked</source>
            <translation>检查全部内容后，添加封装包中的运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Add to the catalogue, without a design</source>
            <translation>添加到目录，不新建设计</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/records.py" />
            <source>Add {one}</source>
            <translation>添加{one}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>Add…</source>
            <translation>添加…</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/layout.py" />
            <source>Advanced</source>
            <translation>高级</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>After</source>
            <translation>之后</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/chips.py" />
            <source>After a range write “step 0.1”, “log 4” or “lin 5”.</source>
            <translation>范围之后请写“step 0.1”、“log 4”或“lin 5”。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Against forgetting</source>
            <translation>防止遗忘</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>Against the baseline: the perplexity on general text, × before. Equal: within 2 %.</source>
            <translation>与基线相比：通用文本的困惑度，× 之前。相等：在 2 % 以内。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <source>All</source>
            <translation>全部</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/cost_matrix.py" />
            <source>All errors cost the same: that is the largest probability.</source>
            <translation>所有错误的代价相同：等同于取最大概率。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>All results, p values and remarks; the baseline and the metric of the comparison</source>
            <translation>全部结果、p 值和说明；比较的基线和指标</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>All rows</source>
            <translation>所有行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>All rows with their answers</source>
            <translation>所有行及其答案</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>All settings</source>
            <translation>全部设置</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>All settings are equal.</source>
            <translation>所有设置都相同。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>All settings of this place</source>
            <translation>此位置的全部设置</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>All that differs</source>
            <translation>所有差异</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>All values of the recipe are restored; undo restores the changes</source>
            <translation>已恢复为配方的值；撤销可找回更改</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>All {gpus} GPUs together</source>
            <translation>全部 {gpus} 个 GPU 一起</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Also run baselines without fine-tuning on the same data sets and splits: a bag of words, the frozen encoder with a linear head, SetFit where it is installed and, for sentence encoders, the names of the classes.</source>
            <translation>在相同的数据集和划分上，同时运行无需微调的方法：词袋、冻结编码器加线性头、SetFit（若已安装），以及（若编码器为比较句子而训练）类别名称。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Alternatives of this design: each changes several fields together</source>
            <translation>此设计的备选方案：每个方案同时更改若干字段</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>An independent reproduction: {format_reproduced}</source>
            <translation>独立复现：{format_reproduced}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>An update may lower the error and still break what worked. This counts the test texts that the older run predicted correctly and the newer one does not (negative flips).</source>
            <translation>更新可能降低错误率，却仍破坏原本正确的部分。此处统计较早的运行预测正确而较新的运行预测错误的测试文本（negative flip）。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Analysing {title} for a design…</source>
            <translation>正在为设计分析 {title}…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Another class</source>
            <translation>其他类别</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/questions.py" />
            <source>Another column…</source>
            <translation>其他列…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Another name…</source>
            <translation>其他名称…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Answer</source>
            <translation>答案</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Answer as many texts as keep errors below, %</source>
            <translation>回答尽可能多的文本，错误率低于，%</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Answer every text</source>
            <translation>每个文本都作答</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Answer now</source>
            <translation>现在的答案</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>Answered by the decision rule: {rule}</source>
            <translation>按决策规则作答：{rule}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Answered, %</source>
            <translation>作答，%</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Answers</source>
            <translation>答案</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Answers are numbers</source>
            <translation>回答是数值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>Answers are numbers, so there is no confusion matrix: see Results.</source>
            <translation>答案是数值，因此没有混淆矩阵：见“结果”。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Appearance</source>
            <translation>外观</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Appears with two or more stages: earlier tasks are tested again during later ones.</source>
            <translation>有两个或更多阶段时出现：在后面的阶段中再次测试较早的任务。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>Apple GPU</source>
            <translation>Apple GPU</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Apply the limit to the upper end of the 95 % interval</source>
            <translation>将限度应用于 95 % 区间的上端</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/heat_canvas.py" />
            <location filename="../../workbench/plots/plane/canvas.py" />
            <source>Arrow keys</source>
            <translation>方向键</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Arrow keys move, Enter lists.</source>
            <translation>方向键移动，Enter 列出。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>As a pair</source>
            <translation>作为一对</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>As published: BERT, whole data sets, GPUs</source>
            <translation>与发表的一致：BERT、完整数据集、GPU</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/reading_pane.py" />
            <source>As the model sees it</source>
            <translation>模型所见</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>As the model will see it</source>
            <translation>模型将看到的内容</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/numbers.py" />
            <source>At least {low}.</source>
            <translation>至少 {low}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>At most</source>
            <translation>至多</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/numbers.py" />
            <source>At most {high}.</source>
            <translation>最多 {high}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>At most {n} point, start and end always</source>
            <translation>至多 {n} 个点，开始和结束始终测量</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>At most {n} points, start and end always</source>
            <translation>至多 {n} 个点，开始和结束始终测量</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>At most, %</source>
            <translation>至多，%</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>At step {cell_value}{spread}</source>
            <translation>第 {cell_value}{spread} 步</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>At the end</source>
            <translation>结束时</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/curve_plot.py" />
            <source>At {x_text}</source>
            <translation>在 {x_text}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <location filename="../../workbench/pages/lab/page.py" />
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Attention</source>
            <translation>注意力</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>Attention before and after</source>
            <translation>之前与之后的注意力</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Attention heads</source>
            <translation>注意力头</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>Attribution</source>
            <translation>归因</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>Attribution method</source>
            <translation>归因方法</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>Automatic</source>
            <translation>自动</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Avg. precision</source>
            <translation>平均精确率</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Back</source>
            <translation>返回</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Back to the data set; decisions are kept</source>
            <translation>返回数据集；决定会保留</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_view.py" />
            <source>Back to the list of runs</source>
            <translation>返回运行列表</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Back up</source>
            <translation>备份</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Baseline</source>
            <translation>基线</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Baseline of all comparisons</source>
            <translation>所有比较的基线</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>Batches in {parts} parts</source>
            <translation>批次分为 {parts} 部分</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Before</source>
            <translation>之前</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>Before: {before}. After: {after}.</source>
            <translation>之前：{before}。之后：{after}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Begin with a recipe</source>
            <translation>从配方开始</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft/draft.py" />
            <source>Begin with a recipe.</source>
            <translation>请从配方开始。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>Being added</source>
            <translation>正在添加</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Best baseline</source>
            <translation>最佳基线</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Best layer, %</source>
            <translation>最佳层，%</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Best test result: {names}, {value}</source>
            <translation>最佳测试结果：{names}，{value}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Best validation</source>
            <translation>最佳验证</translation>
        </message>
        <message>
            <location filename="../../workbench/engine_texts.py" />
            <source>Best validation accuracy, %</source>
            <translation>最佳验证准确率，%</translation>
        </message>
        <message>
            <location filename="../../workbench/engine_texts.py" />
            <source>Best validation error, %</source>
            <translation>最佳验证错误率，%</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Best validation result, and the update at which it was measured</source>
            <translation>最佳验证结果，以及测得它的更新</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Best validation {metric}</source>
            <translation>最佳验证 {metric}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Better</source>
            <translation>更好</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Better than {baseline}: {names}.</source>
            <translation>优于 {baseline}：{names}。</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/numbers.py" />
            <source>Between {low} and {high}.</source>
            <translation>介于 {low} 和 {high} 之间。</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/words.py" />
            <source>Beyond the axes:</source>
            <translation>超出坐标轴：</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Biases</source>
            <translation>偏置</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Blue</source>
            <translation>蓝色</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Both models run on the CPU with low priority; training has precedence</source>
            <translation>两个模型都在 CPU 上以低优先级计算；训练优先</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Both runs give the same answer for every test text.</source>
            <translation>两次运行对每个测试文本的答案都相同。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Bound on forgetting</source>
            <translation>遗忘上限</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Brown</source>
            <translation>棕色</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/rows.py" />
            <source>Browse…</source>
            <translation>浏览…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/known_encoders.py" />
            <source>Bundled</source>
            <translation>内置</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>Bundled demonstrations</source>
            <translation>内置演示</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>Bundled general English</source>
            <translation>内置通用英文</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Bundled sets are read unchanged</source>
            <translation>内置数据集按原样读取</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>By</source>
            <translation>依据</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>CKA matrix</source>
            <translation>CKA 矩阵</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>CKA, before and now</source>
            <translation>CKA，之前与现在</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>CPU threads that a queued run may take; empty: all. A design's own number (Compute, CPU threads) takes precedence</source>
            <translation>排队的运行可使用的 CPU 线程数；留空：全部。设计自身的数值（计算，CPU 线程）优先</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <location filename="../../workbench/pages/settings.py" />
            <source>CPU, {n} core</source>
            <translation>CPU，{n} 个核心</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <location filename="../../workbench/pages/settings.py" />
            <source>CPU, {n} cores</source>
            <translation>CPU，{n} 个核心</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <location filename="../../workbench/pages/lab/export.py" />
            <source>CSV (*.csv)</source>
            <translation>CSV (*.csv)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>CSV (*.csv);;Excel (*.xlsx);;TSV (*.tsv);;JSON lines (*.jsonl)</source>
            <translation>CSV (*.csv);;Excel (*.xlsx);;TSV (*.tsv);;JSON 行 (*.jsonl)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>CSV (*.csv);;TSV (*.tsv);;JSON lines (*.jsonl);;Parquet (*.parquet)</source>
            <translation>CSV (*.csv);;TSV (*.tsv);;JSON 行 (*.jsonl);;Parquet (*.parquet)</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plot_card.py" />
            <source>CSV numbers (*.csv)</source>
            <translation>CSV 数值 (*.csv)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Cache</source>
            <translation>缓存</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Calibrate probabilities</source>
            <translation>校准概率</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <location filename="../../workbench/pages/place_dialog.py" />
            <location filename="../../workbench/pages/runs/details/cost_matrix.py" />
            <location filename="../../workbench/report/report_line.py" />
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Capitals</source>
            <translation>大小写</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Capsules (*.capsule);;All files (*)</source>
            <translation>封装包 (*.capsule);;所有文件 (*)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/panel.py" />
            <source>Catalogue</source>
            <translation>目录</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Change of attention</source>
            <translation>注意力的变化</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Change of each head</source>
            <translation>各头的变化</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>Change per head</source>
            <translation>每个头的变化</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/forms.py" />
            <source>Changed; it was {value}</source>
            <translation>已更改；原为 {value}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>Change…</source>
            <translation>更改…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Check</source>
            <translation>检查</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Check for damage; nothing is changed</source>
            <translation>查找损坏；不作任何更改</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Checking the model…</source>
            <translation>正在检查模型…</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/problem_report.py" />
            <source>Checking this machine…</source>
            <translation>正在检查本机…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Checking…</source>
            <translation>正在检查…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Checkpoint</source>
            <translation>检查点</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Checkpoints (*.bin *.index *.zip);;All files (*)</source>
            <translation>检查点 (*.bin *.index *.zip);;所有文件 (*)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Chinese</source>
            <translation>中文</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Choose a CSV, JSONL or Parquet file, or a folder of texts</source>
            <translation>选择 CSV、JSONL 或 Parquet 文件，或文本文件夹</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>Choose a data set</source>
            <translation>选择数据集</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Choose a field to search over.</source>
            <translation>请选择要搜索的字段。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>Choose a file</source>
            <translation>选择文件</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Choose a file or a folder.</source>
            <translation>选择文件或文件夹。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>Choose a file, a folder or a set of the hub first</source>
            <translation>请先选择文件、文件夹或 hub 上的数据集</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Choose a file…</source>
            <translation>选择文件…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>Choose a folder</source>
            <translation>选择文件夹</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Choose a second run above to see where they disagree.</source>
            <translation>请在上方选择第二次运行，以查看两者的分歧。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>Choose a second run to see both side by side.</source>
            <translation>选择第二次运行以并列查看两者。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Choose a table of new texts, or drop it here: each row gets a class and a confidence.</source>
            <translation>请选择包含新文本的表格，或将其拖放到此处：每一行都会得到一个类别和置信度。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Choose among the newest runs</source>
            <translation>从最新的运行中选择</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Choose an encoder</source>
            <translation>选择编码器</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Choose another run</source>
            <translation>选择另一运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft/files.py" />
            <source>Choose another.</source>
            <translation>请另选一个。</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/rows.py" />
            <source>Choose files</source>
            <translation>选择文件</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/rows.py" />
            <source>Choose files for {label}</source>
            <translation>为“{label}”选择文件</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Choose one on the left, or import a file, a folder or a set of the hub.</source>
            <translation>请在左侧选择一个，或导入文件、文件夹或 hub 上的数据集。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Choose other columns or another format</source>
            <translation>选择其他列或其他格式</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Choose the folder in which a new one is made</source>
            <translation>选择要在其中新建文件夹的位置</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Choose what the rule changes.</source>
            <translation>请选择规则要改变什么。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>Choose what to import</source>
            <translation>选择要导入的内容</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Choose your own copy of the data set</source>
            <translation>指定您自己的数据集副本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Choose…</source>
            <translation>选择…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Cite</source>
            <translation>引用</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Class</source>
            <translation>类别</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Classes</source>
            <translation>类别</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>Classes and sizes are the paper's</source>
            <translation>类别和规模与论文一致</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/__init__.py" />
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Classify</source>
            <translation>分类</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Classify a &amp;file…</source>
            <translation>对文件分类(&amp;F)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Classify a file</source>
            <translation>对文件分类</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Classify a file…</source>
            <translation>对文件分类…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Classify the rows of a table of new texts, with confidence</source>
            <translation>新文本表格的各行，每行附有类别及对此的把握程度</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Classify {n:,} row</source>
            <translation>对 {n:,} 行分类</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Classify {n:,} rows</source>
            <translation>对 {n:,} 行分类</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Clean</source>
            <translation>清洗</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Clean: {message}</source>
            <translation>清洗：{message}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Cleaning</source>
            <translation>清洗</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Clear</source>
            <translation>清空</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/inputs.py" />
            <source>Clear the search</source>
            <translation>清除搜索</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Clearing</source>
            <translation>正在清空</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Click or press Space to draw or hide all runs of the group</source>
            <translation>单击或按空格键绘制该组的所有运行，或全部不绘制</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Click several to join them, or to compare a pair.</source>
            <translation>点击多列可将其连接，或作为一对进行比较。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Click the mark on the left of a run to see what it forgets.</source>
            <translation>点击运行左侧的标记，查看它遗忘了什么。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/command_dialog.py" />
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Close the guide and show the whole form</source>
            <translation>关闭指南并显示完整表单</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Close without adding</source>
            <translation>离开而不添加</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Colou&amp;r</source>
            <translation>颜色(&amp;R)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Colours</source>
            <translation>颜色</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/heat_canvas.py" />
            <source>Colours from {low} to {high}</source>
            <translation>颜色从 {low} 到 {high}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>Column {name}</source>
            <translation>列 {name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Columns and runs shown</source>
            <translation>显示的列和运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Columns shown</source>
            <translation>显示的列</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Combination of the sweep</source>
            <translation>扫描的组合</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/known_encoders.py" />
            <source>Comes with Palimpsest</source>
            <translation>随 Palimpsest 提供</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>Command copied</source>
            <translation>命令已复制</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/command_field.py" />
            <source>Commands found</source>
            <translation>找到的命令</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/__init__.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Compare</source>
            <translation>比较</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Compare all others with this run</source>
            <translation>将其他所有运行与此运行比较</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Compare by {title}</source>
            <translation>按{title}比较</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Compare encoders</source>
            <translation>比较编码器</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Compare its runs</source>
            <translation>比较其运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Compare on the data…</source>
            <translation>在数据上比较…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Compare strategies honestly</source>
            <translation>如实比较策略</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Comparing text by text…</source>
            <translation>正在逐个文本比较…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Comparing the runs…</source>
            <translation>正在比较运行…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Comparison of runs or paper</source>
            <translation>比较运行或论文</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/column.py" />
            <location filename="../../workbench/pages/design/form/pipeline_strip.py" />
            <source>Compute</source>
            <translation>计算</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Compute target</source>
            <translation>计算位置</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Confidence, %</source>
            <translation>置信度，%</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Configuration</source>
            <translation>配置</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>Confusion</source>
            <translation>混淆</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/confusion.py" />
            <source>Confusion: rows are true classes, columns predicted ones</source>
            <translation>混淆：行为真实类别，列为预测类别</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>Connect and report what is there; nothing is sent</source>
            <translation>连接并说明那里有什么；不发送任何内容</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>Connecting…</source>
            <translation>正在连接…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Content of the label column.</source>
            <translation>标签列包含的内容。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Continue from the checkpoint</source>
            <translation>从检查点继续</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>Copied as TOML</source>
            <translation>已复制为 TOML</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plot_card.py" />
            <source>Copied the picture of {text}</source>
            <translation>已复制{text}的图片</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Copied {runs:,} runs ({size}) to {path}</source>
            <translation>已将 {runs:,} 次运行（{size}）复制到 {path}</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/problem_report.py" />
            <source>Copy</source>
            <translation>副本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Copy</source>
            <comment>where a data set is</comment>
            <translation>副本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Copy as co&amp;mmand</source>
            <translation>复制为命令(&amp;M)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Copy as command</source>
            <translation>复制为命令</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Copy as…</source>
            <translation>复制为…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Copy or save the table, save the curves</source>
            <translation>复制或保存表格，保存曲线</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/curve_plot.py" />
            <location filename="../../workbench/plots/plot_card.py" />
            <source>Copy picture</source>
            <translation>复制图片</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>Copy rows of a spreadsheet or lines of a file.</source>
            <translation>请复制电子表格的行或文件的行。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Copy table</source>
            <translation>复制表格</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Copy table as CSV</source>
            <translation>复制为 CSV 表格</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Copy table as LaTeX</source>
            <translation>复制为 LaTeX 表格</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Copy the command line that does the same</source>
            <translation>复制效果相同的命令行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Copy the store, even while it is in use, to a folder next to it</source>
            <translation>在使用中将存储库复制到其旁边的文件夹</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Copy the table as Markdown</source>
            <translation>复制为 Markdown 表格</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Copying…</source>
            <translation>正在复制…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Corpus</source>
            <translation>语料</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Cosine</source>
            <translation>余弦</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Cosine with the pre-trained weights</source>
            <translation>与预训练权重的余弦</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>Cost</source>
            <translation>成本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Cost of measuring</source>
            <translation>测量的成本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/cost_matrix.py" />
            <source>Cost of predicting the column where the row is true. Right answers usually cost 0.</source>
            <translation>真实类别为行时预测为列的代价。答对的代价通常为 0。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/cost_matrix.py" />
            <source>Cost of predicting {answer} where {true} is true</source>
            <translation>真实类别为 {true} 时预测为 {answer} 的代价</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/cost_matrix.py" />
            <source>Costs of errors</source>
            <translation>错误的代价</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Costs of these choices</source>
            <translation>这些选择的成本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Counted at each evaluation, where Probes, Examples is on.</source>
            <translation>若“探针 › 样本”已开启，则在每次评估时统计。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Counted from the data sets. Overlap is found when the first run reads them.</source>
            <translation>根据数据集统计。重叠在首次运行读取时检测。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/data_sets.py" />
            <source>Counting tokens</source>
            <translation>正在统计词元</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/counting.py" />
            <source>Counting tokens…</source>
            <translation>正在统计词元…</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/edit_menu.py" />
            <source>Cu&amp;t</source>
            <translation>剪切(&amp;T)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_view.py" />
            <location filename="../../workbench/pages/settings.py" />
            <source>Curves</source>
            <translation>曲线</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>Curves appear here while a run trains</source>
            <translation>训练期间曲线显示在此处</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>Curves appear once a second stage measures the tasks before it</source>
            <translation>第二个阶段测量其前的任务后出现曲线</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>Curves appear with the first evaluation of a run</source>
            <translation>运行首次评估后出现曲线</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>Curves appear with the first probe of a run</source>
            <translation>运行首次探针测量后出现曲线</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>Curves shown</source>
            <translation>显示的曲线</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <location filename="../../workbench/pages/data/texts/table.py" />
            <source>Cut</source>
            <translation>截断</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <location filename="../../workbench/pages/data/texts/table.py" />
            <source>Cut at {room}</source>
            <translation>截于 {room}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Damaged: {damages}.</source>
            <translation>已损坏：{damages}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Damaged: {damages}; and {more:,} more.</source>
            <translation>已损坏：{damages}；以及另外 {more:,} 处。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Dark</source>
            <translation>深色</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/__init__.py" />
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Data</source>
            <translation>数据</translation>
        </message>
        <message>
            <location filename="../../workbench/engine_texts.py" />
            <source>Data ({patterns});;All files (*)</source>
            <translation>数据 ({patterns});;所有文件 (*)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Data set</source>
            <translation>数据集</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/panel.py" />
            <source>Data sets</source>
            <translation>数据集</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Decision</source>
            <translation>决定</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Decisions of {title}</source>
            <translation>{title} 的决策</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Decisions…</source>
            <translation>决策…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/chips.py" />
            <source>Delete removes it</source>
            <translation>按 Delete 移除</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>Delete runs</source>
            <translation>删除运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>Delete {what} with measures, checkpoints and model?</source>
            <translation>删除{what}及其测量值、检查点和模型？</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Delete, or a click on the bin, removes it</source>
            <translation>按 Delete 或单击垃圾桶即可移除</translation>
        </message>
        <message>
            <location filename="../../workbench/engine_texts.py" />
            <source>Demonstration texts: such figures show how the program works.</source>
            <translation>演示文本：此类数字只说明程序如何工作。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Demonstrations</source>
            <translation>演示</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Desig&amp;n a model for this data</source>
            <translation>为此数据设计模型(&amp;N)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/__init__.py" />
            <location filename="../../workbench/pages/design/head.py" />
            <source>Design</source>
            <translation>设计</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Design a model</source>
            <translation>设计模型</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Design this recipe</source>
            <translation>设计此配方</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_view.py" />
            <source>Details</source>
            <translation>详情</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Detected from the vocabulary</source>
            <translation>由词表判断</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Devices</source>
            <translation>设备</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Devices that runs compute on. On a CPU a run takes all cores unless its design sets a number</source>
            <translation>运行的计算设备。在 CPU 上，除非设计指定数量，运行会使用全部核心</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>Difference</source>
            <translation>差值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Difference in points. Not tested: only differences between methods are.</source>
            <translation>差值，单位为百分点。未作检验：只检验方法之间的差异。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>Difference to baseline</source>
            <translation>与基线之差</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Different test texts</source>
            <translation>测试文本不同</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Disagreements</source>
            <translation>分歧</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Disk</source>
            <translation>磁盘</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Disk at {place}</source>
            <translation>{place} 的磁盘</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Distance after the best rotation</source>
            <translation>最佳旋转后的距离</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Divide the logits by the temperature with the least loss</source>
            <translation>将 logit 除以损失最小的温度</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Documents</source>
            <translation>文档</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Documents of one sentence</source>
            <translation>只有一个句子的文档</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/messages.py" />
            <source>Done: {text}</source>
            <translation>完成：{text}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Down = changed more. Mean CKA with the pre-trained layers</source>
            <translation>向下 = 变化更大。与预训练各层的平均 CKA</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Down = forgot more. % of hidden words of general text</source>
            <translation>向下 = 遗忘更多。通用文本掩码词的百分比</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Down = forgot more. % right by linear probe</source>
            <translation>向下 = 遗忘更多。线性探针的正确率 %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Down = forgot more. % right in validation, with their own heads</source>
            <translation>向下 = 遗忘更多。验证正确率 %，各用自己的分类头</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Down = forgot more. Validation: {what}, with their own heads</source>
            <translation>向下 = 遗忘更多。验证：{what}，各用自己的分类头</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Down = their change caused the forgetting. Perplexity × before</source>
            <translation>向下 = 遗忘由其变化造成。困惑度 × 之前</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>Download from the hub</source>
            <translation>从 hub 下载</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Dra&amp;w or hide</source>
            <translation>绘制或隐藏(&amp;W)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Draft of the last session</source>
            <translation>上次的草稿</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Draft saved {time}</source>
            <translation>草稿已于 {time} 保存</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Draw &amp;no runs</source>
            <translation>不绘制任何运行(&amp;N)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Drawn in the plots: click or press Space to keep a run drawn, or to hide it</source>
            <translation>在图中绘制：单击或按空格键保持绘制，或不再绘制</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Drawn while it is selected. Click or press Space to keep it drawn</source>
            <translation>选中时绘制。单击或按空格键保持绘制</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Drawn. Click or press Space to hide it</source>
            <translation>已绘制。单击或按空格键不再绘制</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Drift</source>
            <translation>漂移</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Drift by kind</source>
            <translation>按类型的漂移</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Drift by kind of weights</source>
            <translation>按权重类型的漂移</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Drift from the pre-trained weights</source>
            <translation>相对预训练权重的漂移</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/pipeline_strip.py" />
            <source>Duplicate</source>
            <translation>复制一份</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Duration</source>
            <translation>时长</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>Each fills its cell of the table when it has finished.</source>
            <translation>每个运行完成后会填入表中对应的单元格。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Each run</source>
            <translation>每次运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Each trial takes values proposed from the results of the earlier ones, beginning with those of the design, and poor trials are stopped early. Trials do not read the test split: the best one is trained once more and tested.</source>
            <translation>每次试验的取值由先前的结果提出，第一次为当前设计；表现差的试验会提前停止。试验不读取测试集：最佳的取值再训练一次并测试。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Earlier tasks</source>
            <translation>较早的任务</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Edit i&amp;mport…</source>
            <translation>编辑导入(&amp;M)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Edit import…</source>
            <translation>编辑导入…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Effects of these choices</source>
            <translation>这些选择的影响</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/suggestions.py" />
            <source>Elsewhere</source>
            <translation>其他位置</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Embeddings</source>
            <translation>嵌入层</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Empty: what the data set has, or a share of the training rows.</source>
            <translation>留空：使用数据集自带的验证集，或训练行的一部分。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <location filename="../../workbench/pages/design/form/column.py" />
            <location filename="../../workbench/pages/design/form/pipeline_strip.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Encoder</source>
            <translation>编码器</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>Encoder whose tokens are counted</source>
            <translation>用于统计词元的编码器</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <location filename="../../workbench/pages/help.py" />
            <source>Encoders</source>
            <translation>编码器</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>English</source>
            <translation>英语</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Environment and data</source>
            <translation>环境与数据</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Environment of the run</source>
            <translation>运行的环境</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <source>Epoch</source>
            <translation>轮</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Equivalence margin: by test size</source>
            <translation>等效界值：按测试集大小</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Equivalence margin: {margin:g}</source>
            <translation>等效界值：{margin:g}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Equivalence margin: {margin:g}, by test size</source>
            <translation>等效界值：{margin:g}，按测试集大小</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Equivalent to {baseline}: {names}.</source>
            <translation>与 {baseline} 相等：{names}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>Equivalent within {margin}</source>
            <translation>在 {margin} 以内等效</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>Error</source>
            <translation>错误率</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>Error by length, class and columns of the data, and the slices that are worse than the rest: found on one half of the texts, measured on the other.</source>
            <translation>按长度、类别和数据列划分的错误率，以及比其余文本更差的切片：在一半文本上发现，在另一半上测量。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/wording.py" />
            <source>Error by task</source>
            <translation>各任务的错误率</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Error, %</source>
            <translation>错误率，%</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <location filename="../../workbench/pages/runs/run_view.py" />
            <source>Errors</source>
            <translation>错误</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Errors and slices</source>
            <translation>错误与切片</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_view.py" />
            <source>Errors {n:,}</source>
            <translation>错误 {n:,}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Estimate the cost of its missing runs, and queue them: palimpsest reproduce</source>
            <translation>说明缺少的运行需要多少资源，并将其加入队列：palimpsest reproduce</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>Estimating the time…</source>
            <translation>正在估计时间…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Every run of the selected strategies</source>
            <translation>所选策略的全部运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>Every run of {name} in size {size} is finished.</source>
            <translation>{name} 以{size}规模的所有运行均已完成。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Every text with label, prediction and confidence, as a table</source>
            <translation>每个文本及其标签、预测和置信度，以表格形式</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Everything</source>
            <translation>全部</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/shortcut_book.py" />
            <source>Everywhere</source>
            <translation>全局</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Examples</source>
            <translation>样本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Examples forgotten</source>
            <translation>样本遗忘</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Exclude</source>
            <translation>排除</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>Experiment (*.toml);;All files (*)</source>
            <translation>实验 (*.toml);;所有文件 (*)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/explore.py" />
            <source>Explore the compared runs</source>
            <translation>探索所比较的运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Explore…</source>
            <translation>探索…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <location filename="../../workbench/pages/lab/page.py" />
            <location filename="../../workbench/pages/runs/action_table.py" />
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Export</source>
            <translation>导出</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Export &amp;predictions…</source>
            <translation>导出预测(&amp;P)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Export and serve a model</source>
            <translation>导出模型并提供服务</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Export curves as picture…</source>
            <translation>将曲线导出为图片…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Export listed texts as CSV…</source>
            <translation>将列出的文本导出为 CSV…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Export model</source>
            <translation>导出模型</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Export model…</source>
            <translation>导出模型…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Export prediction as JSON…</source>
            <translation>将预测导出为 JSON…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Export predictions</source>
            <translation>导出预测</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Export predictions…</source>
            <translation>导出预测…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Export table as CSV…</source>
            <translation>将表格导出为 CSV…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Export table as LaTeX…</source>
            <translation>将表格导出为 LaTeX…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Export table as Markdown…</source>
            <translation>将表格导出为 Markdown…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Export the model into a new folder in</source>
            <translation>将模型导出到此处的新文件夹</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plot_card.py" />
            <location filename="../../workbench/widgets/cards.py" />
            <source>Export {title}</source>
            <translation>导出{title}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Exporting to {target}…</source>
            <translation>正在导出到 {target}…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>Export…</source>
            <translation>导出…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>F {points} points</source>
            <translation>F {points} 个百分点</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>F, earlier tasks</source>
            <translation>F，较早的任务</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>F: points of test accuracy that earlier tasks have lost since their best. Its interval covers other runs or, over seeds and texts, other test texts of these tasks too.</source>
            <translation>F：先前任务的测试准确率自其最佳值以来下降的百分点。其区间涵盖其他运行；“种子与文本间”还涵盖这些任务的其他测试文本。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <location filename="../../workbench/shell/notifications.py" />
            <source>Failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/filter_field.py" />
            <source>Failed or interrupted</source>
            <translation>失败或中断</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Failed: {reason}</source>
            <translation>失败：{reason}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Feed-forward</source>
            <translation>前馈</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Fetch the weights of a run that another place has computed; its results are already here</source>
            <translation>取回在其他位置计算的运行的权重；其结果已在此处</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Fetching from {place}…</source>
            <translation>正在从 {place} 取回…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Fewer errors than {baseline}: {names}.</source>
            <translation>错误少于 {baseline}：{names}。</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/records.py" />
            <source>Fewer fields</source>
            <translation>收起部分字段</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>Fewer or more errors: adjusted p below 0.05. Equal: shown to differ by less than the margin.</source>
            <translation>错误更少或更多：校正后的 p 小于 0.05。相等：已证明差异小于界值。</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/labels.py" />
            <source>Fewer remarks</source>
            <translation>收起部分说明</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Figure {number}  {title}</source>
            <translation>图 {number}  {title}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Figures and predictions</source>
            <translation>数值和预测</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_view.py" />
            <source>Figures of the run</source>
            <translation>运行的数值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>File format</source>
            <translation>文件格式</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>File, folder or hub id</source>
            <translation>文件、文件夹或 hub 标识</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>File…</source>
            <translation>文件…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Fin&amp;d label errors…</source>
            <translation>查找标签错误(&amp;D)…</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>Find a co&amp;mmand</source>
            <translation>查找命令(&amp;M)</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/command_field.py" />
            <source>Find a command, run or data set</source>
            <translation>查找命令、运行或数据集</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Find a setting</source>
            <translation>查找设置</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Find in the log</source>
            <translation>在日志中查找</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Find label errors…</source>
            <translation>查找标签错误…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Find on this page</source>
            <translation>在此页中查找</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>Find slices</source>
            <translation>查找切片</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Find the rule on the validation texts; nothing is saved yet</source>
            <translation>在验证文本上寻找规则；暂不保留</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Findings on the data set</source>
            <translation>关于数据集的发现</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>Fingerprint {grouped}</source>
            <translation>指纹 {grouped}</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/notifications.py" />
            <source>Finished</source>
            <translation>已完成</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Finished runs in one file, to view and rerun in another installation</source>
            <translation>将已完成的运行放入一个文件，可在另一套安装中查看并再次运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Finished studies</source>
            <translation>已完成的研究</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Finished, {time}</source>
            <translation>已完成，{time}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>First steps</source>
            <translation>入门</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>Fitted at once, without updates</source>
            <translation>一次拟合完成，没有更新</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Fitting the baselines…</source>
            <translation>正在拟合基线…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Fix the highlighted fields to see the schedule.</source>
            <translation>修正标出的字段后可查看调度。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>Fixed texts</source>
            <translation>固定文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Folder</source>
            <translation>文件夹</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Folders</source>
            <translation>文件夹</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Folder…</source>
            <translation>文件夹…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Follow system</source>
            <translation>跟随系统</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Follow the end</source>
            <translation>跟随末尾</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/ranges.py" />
            <source>For example 1e-5 to 1e-4.</source>
            <translation>例如 1e-5 to 1e-4。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>For one run on its test set: ± {half:.2f}</source>
            <translation>按在其测试集上的一次运行计：± {half:.2f}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/pages/runs/run_view.py" />
            <source>Forgetting</source>
            <translation>遗忘</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Forgetting is measured from before the first update on, once the run has started.</source>
            <translation>运行开始后，从第一次更新之前即测量遗忘。</translation>
        </message>
        <message>
            <location filename="../../workbench/report/report_line.py" />
            <source>Forgetting report</source>
            <translation>遗忘报告</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Forgetting report…</source>
            <translation>遗忘报告…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Forgetting: what is measured</source>
            <translation>遗忘：测量什么</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>Forgetting…</source>
            <translation>正在移除…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/pages/compare/plots.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Forgot</source>
            <translation>遗忘</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Forgotten</source>
            <translation>已遗忘</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>Forgotten (F), points</source>
            <translation>遗忘（F），百分点</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Forgotten in training</source>
            <translation>训练中被遗忘</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Format</source>
            <translation>格式</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Fractions per text</source>
            <translation>每个文本的片段数</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Fractions per text, at most {maximum}</source>
            <translation>每个文本的片段数，至多 {maximum}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>French</source>
            <translation>法语</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>From recipe {title}</source>
            <translation>来自配方 {title}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/known_encoders.py" />
            <source>From runs</source>
            <translation>来自运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>From test set</source>
            <translation>取自测试集</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>From the beginning, without the checkpoints</source>
            <translation>从头开始，不用检查点</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>From the paper</source>
            <translation>论文中的</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>From {title}</source>
            <translation>来自 {title}</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>Front</source>
            <translation>前沿</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>Full &amp;screen</source>
            <translation>全屏(&amp;S)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Full precision, one row per run</source>
            <translation>完整精度，每次运行一行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>GPU memory</source>
            <translation>GPU 显存</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>GPUs {a} and {b} together</source>
            <translation>GPU {a} 和 {b} 一起</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Generated texts, bundled encoder: minutes on a CPU</source>
            <translation>生成的文本、内置编码器：CPU 上几分钟</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>German</source>
            <translation>德语</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>Give it a name</source>
            <translation>请为其命名</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Glossary</source>
            <translation>术语表</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>Gradient × input</source>
            <translation>梯度 × 输入</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Green</source>
            <translation>绿色</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Grey</source>
            <translation>灰色</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Group by</source>
            <translation>分组依据</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Group runs by</source>
            <translation>运行分组依据</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Head</source>
            <comment>of attention</comment>
            <translation>头</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Head {i}</source>
            <translation>第 {i} 头</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Heads found: {heads}.</source>
            <translation>找到的预测头：{heads}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Health</source>
            <translation>健康状况</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Held out of the training rows when no file is given.</source>
            <translation>未给出文件时从训练行中留出。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/__init__.py" />
            <source>Help</source>
            <translation>帮助</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Hide the &amp;table of runs</source>
            <translation>隐藏运行列表(&amp;T)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_view.py" />
            <source>Hide the table of runs</source>
            <translation>隐藏运行列表</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Hide; nothing is deleted</source>
            <translation>隐藏；不会删除任何内容</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>High</source>
            <translation>上限</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Highest perplexity on general text that the chosen checkpoint may have, × before; 0: no bound. A run that stays above it for two evaluations ends.</source>
            <translation>所选检查点对通用文本的困惑度上限，× 之前；0：无约束。连续两次评估超过上限的运行会结束。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Highest test accuracy: {names}, {value} %</source>
            <translation>最高测试准确率：{names}，{value} %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>Holm-adjusted p</source>
            <translation>Holm 校正 p</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>Holm-adjusted p that the slice is no worse than the rest</source>
            <translation>“该切片不比其余文本差”的 Holm 校正 p</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Home</source>
            <translation>主页</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/explore.py" />
            <source>Horizontal</source>
            <translation>横轴</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <source>Horizontal axis</source>
            <translation>横轴</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Hours</source>
            <translation>小时</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/heat_map.py" />
            <source>Hover over a cell, or use the arrow keys</source>
            <translation>指向单元格，或用方向键移动</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/explore.py" />
            <source>Hover over a run to see its values</source>
            <translation>指向运行以读取其数值</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>Hover over a strategy to see its values</source>
            <translation>指向策略以读取其数值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>How many settings are tried.</source>
            <translation>尝试多少组设置。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>How strongly new loss curves are smoothed; 0: not at all</source>
            <translation>新的损失曲线的平滑程度；0：不平滑</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>How the catalogue lists it.</source>
            <translation>在目录中显示的名称。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>How the files are read.</source>
            <translation>如何读取文件。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>How two or more text columns are read.</source>
            <translation>两个或更多文本列的读取方式。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Hub</source>
            <translation>Hub</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Hub downloads</source>
            <translation>hub 下载</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Hub, {name}</source>
            <translation>Hub，{name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Import</source>
            <translation>导入</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Import a checkpoint</source>
            <translation>导入检查点</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Import a checkpoint…</source>
            <translation>导入检查点…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/panel.py" />
            <location filename="../../workbench/pages/data/importing/form.py" />
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>Import a data set</source>
            <translation>导入数据集</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>Import of {name}</source>
            <translation>{name} 的导入</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Import the log in</source>
            <translation>导入以下位置的日志</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/panel.py" />
            <location filename="../../workbench/pages/data/page.py" />
            <source>Import…</source>
            <translation>导入…</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/heat_canvas.py" />
            <source>In a heat map: choose the marked cell</source>
            <translation>在热图中：选择标记的单元格</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/heat_canvas.py" />
            <source>In a heat map: move the marked cell</source>
            <translation>在热图中：移动标记的单元格</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/canvas.py" />
            <source>In a plot of points: choose the point</source>
            <translation>在散点图中：选择该点</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/canvas.py" />
            <source>In a plot of points: go to the next point</source>
            <translation>在散点图中：转到下一个点</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/canvas.py" />
            <source>In a plot of points: open the run of the point</source>
            <translation>在散点图中：打开该点的运行</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/canvas.py" />
            <source>In a plot: move the cross-hair back (with Shift by ten)</source>
            <translation>在图中：十字线后退（按住 Shift 则为十步）</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/canvas.py" />
            <source>In a plot: move the cross-hair on (with Shift by ten)</source>
            <translation>在图中：十字线前进（按住 Shift 则为十步）</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/canvas.py" />
            <source>In a plot: reset the zoom</source>
            <translation>在图中：重置缩放</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/curve_plot.py" />
            <source>In a plot: scale of its y axis</source>
            <translation>在图中：y 轴的刻度类型</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/view.py" />
            <source>In a table: copy the selected rows, with the heads</source>
            <translation>在表格中：复制所选行及表头</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/view.py" />
            <source>In a table: open the row</source>
            <translation>在表格中：打开该行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>In order</source>
            <translation>正常</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>In tables, plots, verdicts and reports; takes effect when the window is opened again</source>
            <translation>用于表格、图、结论和报告；重新打开窗口后生效</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/confusion.py" />
            <source>In the confusion matrix: list the texts of the cell</source>
            <translation>在混淆矩阵中：列出单元格的文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>In the last epoch {last}.</source>
            <translation>最后一轮 {last}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>In the queue of possible label errors: keep, exclude, relabel as suggested</source>
            <translation>在可能的标签错误队列中：保留、排除、改为建议的标签</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>In the queue of possible label errors: undo the decision</source>
            <translation>在可能的标签错误队列中：撤销决定</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>In the table of runs: keep the selected runs drawn, or hide them</source>
            <translation>在运行列表中：保持绘制所选运行，或将其隐藏</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>In use</source>
            <translation>已用</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/column_menu.py" />
            <source>Include archived runs</source>
            <translation>包含已归档的运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Include data, texts and encoder, to rerun it</source>
            <translation>另含数据、文本和编码器，以便再次运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Include models</source>
            <translation>包含模型</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Include test labels</source>
            <translation>包含测试标签</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>Integrated gradients</source>
            <translation>积分梯度</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <location filename="../../workbench/shell/notifications.py" />
            <source>Interrupted</source>
            <translation>已中断</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/closing.py" />
            <source>It continues without the window; open it again to see the progress.</source>
            <translation>它可在没有窗口的情况下继续；再次打开窗口即可查看进度。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>Its runs stay. This cannot be undone.</source>
            <translation>其运行会保留。此操作无法撤销。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <location filename="../../workbench/pages/lab/export.py" />
            <source>JSON (*.json)</source>
            <translation>JSON (*.json)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>Jensen–Shannon divergence of the attention before and after, in bits</source>
            <translation>训练前后注意力的 Jensen–Shannon 散度，单位比特</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Joined</source>
            <translation>拼接</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Judge by the upper confidence limit</source>
            <translation>按置信区间的上限判断</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Judge labels of the test split too, on which results are measured</source>
            <translation>也判断测试集的标签，结果即在其上测量</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Judged by {judge}: a reason to check, not a verdict.</source>
            <translation>由{judge}判断：仅提示需要查看，并非定论。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Keep</source>
            <translation>保留</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/truncation_bar.py" />
            <source>Keep</source>
            <comment>of a long text</comment>
            <translation>保留</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Keep only the first of each of these texts in the split.</source>
            <translation>这些文本在该划分中各只保留第一个。</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/closing.py" />
            <source>Keep running</source>
            <translation>继续运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Keep the selected runs and groups drawn, or hide them (Space)</source>
            <translation>保持绘制所选运行和组，或将其隐藏（空格键）</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Kept</source>
            <translation>保留</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/cards.py" />
            <source>Key figures</source>
            <translation>关键数值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>Key figures of the lengths</source>
            <translation>长度的关键数值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Keyboard shortcuts</source>
            <translation>键盘快捷键</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Keys</source>
            <translation>按键</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_dialog.py" />
            <source>Kind</source>
            <translation>类型</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Kind of labels</source>
            <translation>标签类型</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_dialog.py" />
            <source>Kind of place</source>
            <translation>位置类型</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Knowledge of {name}</source>
            <translation>关于 {name} 的知识</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Knowledge retained</source>
            <translation>知识保持</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Knowledge: {name}</source>
            <translation>知识：{name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>L&amp;ater in the queue</source>
            <translation>在队列中后移(&amp;A)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>L&amp;ight or dark</source>
            <translation>浅色或深色(&amp;I)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>LaTeX (*.tex)</source>
            <translation>LaTeX (*.tex)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/__init__.py" />
            <source>Lab</source>
            <translation>实验室</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <location filename="../../workbench/pages/data/texts/table.py" />
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>Label</source>
            <translation>标签</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Label sets have no confusion matrix. Runs, Results has precision and recall.</source>
            <translation>标签集没有混淆矩阵。精确率和召回率见“运行 › 结果”。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Label, and answer before</source>
            <translation>标签与先前的答案</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Labels</source>
            <translation>标签</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Labels are</source>
            <translation>标签类型</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Labels from 0.5</source>
            <translation>自 0.5 起的标签</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Labels from a probability of 0.5</source>
            <translation>概率不低于 0.5 的标签</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Language</source>
            <comment>of the window</comment>
            <translation>语言</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Language forgotten</source>
            <translation>语言遗忘</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Language is measured while a run trains, where Probes, Language is on.</source>
            <translation>若“探针 › 语言能力”已开启，则在训练时测量语言能力。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Language retained</source>
            <translation>语言保持</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Largest difference between equivalent test results: percentage points, else the metric's unit</source>
            <translation>两个等效测试结果之间的最大差异：百分点，或指标的单位</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Largest size of the cache in GB; 0: no limit</source>
            <translation>缓存的最大大小（GB）；0：无限制</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/curve_plot.py" />
            <source>Last</source>
            <translation>最后</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Last at step</source>
            <translation>最后一次在第几步</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Last validation</source>
            <translation>最后验证</translation>
        </message>
        <message>
            <location filename="../../workbench/engine_texts.py" />
            <source>Last validation accuracy, %</source>
            <translation>最后验证准确率，%</translation>
        </message>
        <message>
            <location filename="../../workbench/engine_texts.py" />
            <source>Last validation error, %</source>
            <translation>最后验证错误率，%</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Layer {i}</source>
            <translation>第 {i} 层</translation>
        </message>
        <message>
            <location filename="../../workbench/engine_texts.py" />
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>Layer {layer}</source>
            <translation>第 {layer} 层</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>Layer {layer}, head {head}</source>
            <translation>第 {layer} 层，第 {head} 头</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Layers put back</source>
            <translation>还原的层</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Layout</source>
            <translation>布局</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Layouts of an export</source>
            <translation>导出的布局</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>Learning rate</source>
            <translation>学习率</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Learnt from {learnt:,} texts, tested on {tested:,}. A bag of words has {bag_of_words} on the same texts, always guessing {guessing}. {caution}</source>
            <translation>在 {learnt:,} 个文本上学习，在 {tested:,} 个文本上测试。在相同文本上，词袋模型：{bag_of_words}，总是猜测：{guessing}。{caution}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Least confidence, or most errors, percent</source>
            <translation>最低置信度或最高错误率，百分比</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Least confident first</source>
            <translation>置信度最低的在前</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Leave checked texts out</source>
            <translation>排除勾选的文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Leave out: {message}</source>
            <translation>排除：{message}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Leave the text out (X)</source>
            <translation>排除此文本（X）</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Leave these rows out</source>
            <translation>排除这样的行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Leave these texts out of the split.</source>
            <translation>从该划分中排除这些文本。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Leave training texts out that also occur in validation or test.</source>
            <translation>排除也出现在验证集或测试集中的训练文本。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>Leaving rows out…</source>
            <translation>正在排除行…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>Leaving texts out of a new version of {title}</source>
            <translation>正在从 {title} 的新版本中排除文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Left</source>
            <translation>左</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Left out: {left_out}.</source>
            <translation>未采用：{left_out}。</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/words.py" />
            <source>Left: remembers more. Down: {better}</source>
            <translation>左：记住更多。下：{better}</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/words.py" />
            <source>Left: remembers more. Up: {better}</source>
            <translation>左：记住更多。上：{better}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>Length in tokens</source>
            <translation>长度（词元）</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>Length in words</source>
            <translation>长度（词）</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Length of training texts</source>
            <translation>训练文本的长度</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Lengths</source>
            <translation>长度</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>Lengths of the texts</source>
            <translation>文本长度</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Lengths of the training texts in tokens; the line marks the length that the encoder reads</source>
            <translation>训练文本的长度（词元）；竖线标出编码器读取的长度</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Licence</source>
            <translation>许可证</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Licence, for the model card</source>
            <translation>许可证（写入模型卡）</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Light</source>
            <translation>浅色</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Light, dark, or the system's choice</source>
            <translation>浅色、深色，或跟随系统</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Limit on new errors, percent</source>
            <translation>新增错误的上限，百分比</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Lists</source>
            <translation>列表</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/questions.py" />
            <source>Loading a test text…</source>
            <translation>正在从测试集取一个文本…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>Loading the model…</source>
            <translation>正在加载模型…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_view.py" />
            <source>Log</source>
            <translation>日志</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Log of the run</source>
            <translation>运行日志</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>LogME: how well frozen features predict the labels; higher is better</source>
            <translation>LogME：冻结的特征对标签的预测能力；越高越好</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/curve_plot.py" />
            <source>Logarithmic y axis</source>
            <translation>对数 y 轴</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Logged in</source>
            <translation>已登录</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>Longest</source>
            <translation>最长</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Look at a finished study</source>
            <translation>查看一项已完成的研究</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>Looking for encoders and data…</source>
            <translation>正在查找编码器和数据…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Looking for label errors…</source>
            <translation>正在查找标签错误…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Loss</source>
            <translation>损失</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Loss and error fall while it trains; the best moment is marked and kept.</source>
            <translation>训练时损失和错误率下降；最佳时刻会被标出并保留。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Lost: {lost}.</source>
            <translation>丢失：{lost}。</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>Low</source>
            <translation>下限</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Lower-cased</source>
            <translation>转为小写</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Lowest test error: {names}, {value} %</source>
            <translation>最低测试错误率：{names}，{value} %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Machines</source>
            <translation>机器</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Machines with Palimpsest that you log in to with ssh, and Slurm clusters. Design offers them as compute targets; curves and results arrive while a run trains, and no password is stored</source>
            <translation>装有 Palimpsest 且可用 ssh 登录的机器，以及 Slurm 集群。“设计”页将其列为计算位置；曲线和结果在训练期间传来，且不保存密码</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Maintenance</source>
            <translation>维护</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Majority class</source>
            <translation>多数类</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Make it the baseline</source>
            <translation>设为基线</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Make one version without them; the data set stays as it is</source>
            <translation>生成一个不含这些文本的版本；数据集保持不变</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Make {text} the large plot</source>
            <translation>将 {text} 设为大图</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Manual</source>
            <translation>手册</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Maps grow here while a run trains</source>
            <translation>训练期间此处的图会不断增加</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Markdown (*.md)</source>
            <translation>Markdown (*.md)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>Mean</source>
            <translation>平均</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Mean cost</source>
            <translation>平均代价</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Mean of all tasks</source>
            <translation>所有任务的平均</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>Measure drawn</source>
            <translation>绘制的测量</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Measure of language</source>
            <translation>语言的测量</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Measured at the selected checkpoint of a stage.</source>
            <translation>在阶段选定的检查点处测量。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Measured on different texts ({titles}): only rows of the same texts are compared.</source>
            <translation>在不同的文本上测量（{titles}）：只比较文本相同的行。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/column.py" />
            <source>Measures of forgetting</source>
            <translation>遗忘的测量</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Measuring was off</source>
            <translation>测量已关闭</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>Median</source>
            <translation>中位数</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Memory</source>
            <translation>内存</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Metric</source>
            <translation>指标</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>Metric: {metric}. {progress}. It is {status}.</source>
            <translation>按{metric}。{progress}。搜索{status}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Metrics</source>
            <translation>指标</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Metrics before and after</source>
            <translation>之前与之后的指标</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Metrics of each class</source>
            <translation>各类别的指标</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Metrics of the split</source>
            <translation>该划分的指标</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Missing: {lacking}; initialised at random where needed.</source>
            <translation>缺少：{lacking}；需要时随机初始化。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>More errors than {baseline}: {names}.</source>
            <translation>错误多于 {baseline}：{names}。</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/confusion.py" />
            <source>Most often {true} is taken for {guess}: {often}</source>
            <translation>最常见的是 {true} 被误认为 {guess}：{often}</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/layout.py" />
            <source>Most used fields</source>
            <translation>最常用的字段</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/pipeline_strip.py" />
            <source>Move earlier	Alt+Left</source>
            <translation>前移	Alt+Left</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/pipeline_strip.py" />
            <source>Move later	Alt+Right</source>
            <translation>后移	Alt+Right</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/records.py" />
            <source>Move this {one} down</source>
            <translation>将此{one}下移</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/records.py" />
            <source>Move this {one} up</source>
            <translation>将此{one}上移</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>N&amp;otes</source>
            <translation>备注(&amp;O)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <location filename="../../workbench/pages/place_dialog.py" />
            <location filename="../../workbench/pages/runs/details/fields.py" />
            <source>Name</source>
            <translation>名称</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Name abilities in Design, Probes, to measure how well a linear probe finds them.</source>
            <translation>在“设计 › 探针”中列出能力，以测量线性探针能在多大程度上找到它们。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Name in the catalogue</source>
            <translation>目录中的名称</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Name of the experiment</source>
            <translation>实验名称</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Name of the new encoder's folder.</source>
            <translation>新编码器文件夹的名称。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_dialog.py" />
            <source>Name of the place</source>
            <translation>位置名称</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/fields.py" />
            <source>Name of the run</source>
            <translation>运行名称</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Name, data, tag or status</source>
            <translation>名称、数据、标记或状态</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/panel.py" />
            <source>Name, tag or language</source>
            <translation>名称、标记或语言</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Negative flips: texts right in the older run and wrong in the newer one</source>
            <translation>Negative flip：较早的运行正确而较新的运行错误的文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>New folder</source>
            <translation>新文件夹</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_dialog.py" />
            <source>New place</source>
            <translation>新位置</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/chips.py" />
            <source>New values of {name}</source>
            <translation>{name}的新值</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/forms.py" />
            <source>Next message</source>
            <translation>下一条消息</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/text_list.py" />
            <source>Next page</source>
            <translation>下一页</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/cli_answers.py" />
            <source>No</source>
            <translation>否</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>No answer below a confidence of, %</source>
            <translation>置信度低于此值时不作答，%</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>No data set selected</source>
            <translation>未选择数据集</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>No disagreement</source>
            <translation>没有分歧</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>No errors to show</source>
            <translation>没有可显示的错误</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>No evaluation yet</source>
            <translation>尚无评估</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>No label errors found</source>
            <translation>未发现标签错误</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>No matching lines.</source>
            <translation>没有包含此内容的行。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>No model to try yet</source>
            <translation>尚无可试验的模型</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>No model to use yet</source>
            <translation>尚无可使用的模型</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>No new trial begins once all runs together have taken this long.</source>
            <translation>所有运行合计用时达到此值后不再开始新的试验。</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>No other is better on both</source>
            <translation>没有哪个在两方面都更好</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>No predictions are stored until the run has been tested.</source>
            <translation>没有存储的预测：运行经过测试后才有。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>No problems found: {runs:,} runs, {rows:,} rows.</source>
            <translation>未发现问题：{runs:,} 次运行，{rows:,} 行。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>No problems found; nothing was changed.</source>
            <translation>未发现问题；未作任何更改。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>No recipes are installed with this program; open a TOML file.</source>
            <translation>此程序没有附带配方；请打开 TOML 文件。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>No response from {place}</source>
            <translation>{place} 无响应</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/explore.py" />
            <source>No run has both values</source>
            <translation>没有运行同时具有这两个值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <source>No run has that name</source>
            <translation>没有这个名称的运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>No run is drawn</source>
            <translation>没有绘制任何运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>No run matches the search.</source>
            <translation>没有与搜索匹配的运行。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>No run with this encoder has finished at {place} yet: its speed is not known.</source>
            <translation>{place} 尚无使用此编码器并已完成的运行：速度未知。</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>No runs in progress</source>
            <translation>没有进行中的运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>No runs yet</source>
            <translation>尚无运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>No significant difference from {baseline}: {names}.</source>
            <translation>与 {baseline} 无显著差异：{names}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>No slice was found to be worse than the rest.</source>
            <translation>未发现比其余文本更差的切片。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>No test predictions</source>
            <translation>没有测试预测</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>No test result yet</source>
            <translation>尚无测试结果</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>No test text is in this cell. Choose another in the table on the left.</source>
            <translation>此单元格中没有测试文本。请在左侧表格中另选一个。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>No text points to another class or occurs twice.</source>
            <translation>没有文本更像另一类别，也没有文本重复出现。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>No texts are held out for validation</source>
            <translation>没有留出用于验证的文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>No training text went from right to wrong.</source>
            <translation>没有训练文本由对变错。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/query.py" />
            <source>No {name}</source>
            <translation>无{name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>None</source>
            <translation>无</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/panel.py" />
            <source>None yet. Import a file, a folder or a set of the hub.</source>
            <translation>暂无。请导入文件、文件夹或 hub 上的数据集。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>None yet: choose your own</source>
            <translation>暂无：请指定您自己的副本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>None, only this computer</source>
            <translation>无，仅本机</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Norms</source>
            <translation>归一化</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Not answering since {moment}</source>
            <translation>自 {moment} 起无响应</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/records.py" />
            <source>Not chosen yet</source>
            <translation>尚未选择</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Not counted yet</source>
            <translation>尚未统计</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Not created yet</source>
            <translation>尚未创建</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Not drawn. Click or press Space to draw it</source>
            <translation>未绘制。单击或按空格键绘制</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Not followed in this run</source>
            <translation>此运行未跟踪</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Not known yet</source>
            <translation>尚未知晓</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Not known: the hub's library comes with the extra engine</source>
            <translation>未知：hub 的库随附加组件 engine 提供</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Not logged in (public data and encoders only)</source>
            <translation>未登录（仅限公开的数据和编码器）</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>Not measured in this run: choose “This text”</source>
            <translation>此运行未测量：请选择“此文本”</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/findings.py" />
            <source>Not on this computer yet: the run, or the Data page, downloads it.</source>
            <translation>本机上尚无：由运行或“数据”页下载。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Not part of this size</source>
            <translation>此规模不包含</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>Not read yet</source>
            <translation>尚未读取</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Not saved yet.</source>
            <translation>尚未保存。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Not started</source>
            <translation>尚未开始</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Note</source>
            <translation>提示</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/fields.py" />
            <source>Notes</source>
            <translation>备注</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Notes and warnings only</source>
            <translation>仅提示和警告</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/fields.py" />
            <source>Notes on this run</source>
            <translation>此运行的备注</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Nothing</source>
            <translation>无</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Nothing forgotten</source>
            <translation>没有遗忘</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Nothing has been logged yet.</source>
            <translation>尚无日志。</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/command_field.py" />
            <source>Nothing has that name</source>
            <translation>没有匹配的内容</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>Nothing is measured</source>
            <translation>不测量任何内容</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>Nothing leaves this computer</source>
            <translation>数据不会离开本机</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/panel.py" />
            <source>Nothing matches “{search}”.</source>
            <translation>没有与“{search}”匹配的项。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Nothing to compare yet</source>
            <translation>尚无可比较的内容</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Nothing to forget</source>
            <translation>没有可遗忘的内容</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Nothing was measured</source>
            <translation>没有测量任何内容</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Notify</source>
            <translation>通知</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/table.py" />
            <source>Number of the row in its file. Click: order of the file</source>
            <translation>该行在文件中的行号。单击：按文件顺序</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Numbers have no confusion matrix. Runs, Results lists the largest errors.</source>
            <translation>数值没有混淆矩阵。最大的误差见“运行 › 结果”。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Of all finished trials, or of the best so far and the chosen run, to save disk space.</source>
            <translation>所有已完成试验的，或为节省磁盘只保留目前最佳者和选定的运行。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Of all trials</source>
            <translation>所有试验</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Of everything in the window; takes effect when it is opened again</source>
            <translation>窗口中全部内容的大小；重新打开窗口后生效</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Of the best trial</source>
            <translation>最佳试验</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Of the window; takes effect when it is opened again. The command line speaks English</source>
            <translation>窗口的语言；重新打开窗口后生效。命令行使用英语</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>Off by</source>
            <translation>偏差</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/stage_card.py" />
            <source>On a stage's card: move the stage to the left</source>
            <translation>在阶段卡片上：将该阶段左移</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/stage_card.py" />
            <source>On a stage's card: move the stage to the right</source>
            <translation>在阶段卡片上：将该阶段右移</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>On the command line: palimpsest --help, palimpsest doctor</source>
            <translation>命令行：palimpsest --help、palimpsest doctor</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>On which texts the run is wrong most often</source>
            <translation>该运行在哪些文本上最常出错</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>One click on + {offer} below adds a second run. Compare then shows what changed, and by how much.</source>
            <translation>单击下方的“+ {offer}”即可添加第二次运行。“比较”页随后显示改变了什么、改变了多少。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>One new version without these rows is made; the file stays as it is.</source>
            <translation>会生成一个不含这些行的新版本；文件保持不变。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>One row per strategy or per run</source>
            <translation>每种策略一行或每次运行一行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>One run</source>
            <translation>只有一次运行</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/rows.py" />
            <source>One value of {label}</source>
            <translation>“{label}”取一个值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Only a class can be right once and wrong later.</source>
            <translation>只有类别才会曾经正确、后来错误。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Only add</source>
            <translation>仅添加</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Only your own data sets can be removed from the catalogue.</source>
            <translation>只有您自己的数据集可以从目录中移除。</translation>
        </message>
        <message>
            <location filename="../../workbench/report/report_line.py" />
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Open &amp;folder</source>
            <translation>打开文件夹(&amp;F)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Open Design</source>
            <translation>打开“设计”</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Open Quickstart in Design</source>
            <translation>在设计中打开 Quickstart</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Open Runs</source>
            <translation>打开“运行”</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>Open an experiment</source>
            <translation>打开实验</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Open ca&amp;psule…</source>
            <translation>打开封装包(&amp;P)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Open capsule</source>
            <translation>打开封装包</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <location filename="../../workbench/pages/settings.py" />
            <source>Open folder</source>
            <translation>打开文件夹</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Open in &amp;Design</source>
            <translation>在设计中打开(&amp;D)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Open in Design</source>
            <translation>在设计中打开</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Open in La&amp;b</source>
            <translation>在实验室中打开(&amp;B)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Open it on the Design page, in this size</source>
            <translation>以此规模在“设计”页打开</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Open that design</source>
            <translation>打开该设计</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>Open the folder of &amp;logs</source>
            <translation>打开日志文件夹(&amp;L)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Open, save, copy</source>
            <translation>打开、保存、复制</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Opened by</source>
            <translation>可由其打开</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>Opened {name}; undo restores the previous draft</source>
            <translation>已打开 {name}；撤销可恢复先前的草稿</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Opening {file}…</source>
            <translation>正在打开 {file}…</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>Opening {title}…</source>
            <translation>正在打开 {title}…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Opens the folder of runs, of the cache or of downloads</source>
            <translation>打开运行、缓存或下载的文件夹</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Or begin with</source>
            <translation>或从以下开始</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Orange</source>
            <translation>橙色</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Order</source>
            <translation>顺序</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Other programs</source>
            <translation>其他程序</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Other run</source>
            <translation>另一运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Ours</source>
            <translation>我们的</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Ours and the paper's</source>
            <translation>我们的结果与论文的结果</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Ours − paper</source>
            <translation>我们的 − 论文</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Ours, %</source>
            <translation>我们的，%</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <location filename="../../workbench/shell/notifications.py" />
            <source>Out of memory</source>
            <translation>内存不足</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Over seeds: the uncertainty between runs. Over passages: the uncertainty from the choice of general text, for these weights.</source>
            <translation>种子间：各次运行之间的不确定性。段落间：在这些权重下，由通用文本的选择带来的不确定性。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Over the limit: keep the old model</source>
            <translation>超出限度：保留旧模型</translation>
        </message>
        <message>
            <location filename="../../workbench/report/report_line.py" />
            <source>PDF document, A4 (*.pdf)</source>
            <translation>PDF 文档，A4 (*.pdf)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>PNG or SVG</source>
            <translation>PNG 或 SVG</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plot_card.py" />
            <source>PNG picture (*.png)</source>
            <translation>PNG 图片 (*.png)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/rail.py" />
            <source>Pages</source>
            <translation>页面</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Palimpsest keeps trying; nothing is lost meanwhile.</source>
            <translation>Palimpsest 会不断重试；期间不会丢失任何内容。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Paper</source>
            <translation>论文</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Paper, %</source>
            <translation>论文，%</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <source>Part of the run</source>
            <translation>运行的部分</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Passes over the corpus</source>
            <translation>遍历语料的次数</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Paste</source>
            <translation>粘贴</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <source>Paused</source>
            <translation>已暂停</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Peak learning rate of each layer</source>
            <translation>各层的峰值学习率</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Perplexity on general text after training, × before; over 1 = forgot. Groups: mean of their runs</source>
            <translation>训练后通用文本的困惑度，× 之前；大于 1 = 有遗忘。组：其运行的平均</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Pictures (*.png *.svg)</source>
            <translation>图片 (*.png *.svg)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_dialog.py" />
            <source>Place {name}</source>
            <translation>位置 {name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <location filename="../../workbench/pages/settings.py" />
            <source>Places</source>
            <translation>计算位置</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>Points appear when a run has measured both</source>
            <translation>有运行测量了两者后出现数据点</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Points appear with the first finished run</source>
            <translation>第一次运行完成后出现数据点</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Pooler</source>
            <translation>池化层</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Possible label errors</source>
            <translation>可能的标签错误</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Possible label errors in {title}</source>
            <translation>{title} 中可能的标签错误</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Precision, %</source>
            <translation>精确率，%</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Predicted</source>
            <translation>预测</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/questions.py" />
            <source>Predicted while you type, {value} ms.</source>
            <translation>随输入预测，{value} 毫秒。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>Predictions are kept when a run has been tested. Then its wrong texts are listed here.</source>
            <translation>运行经过测试后会保留预测。之后此处列出其出错的文本。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Predictions for which texts</source>
            <translation>哪些文本的预测</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Press Run, top right, or Ctrl ↵</source>
            <translation>按右上角的“运行”，或 Ctrl ↵</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/forms.py" />
            <source>Previous message</source>
            <translation>上一条消息</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/text_list.py" />
            <source>Previous page</source>
            <translation>上一页</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Probability of the predicted class</source>
            <translation>预测类别的概率</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Probe, %</source>
            <translation>探针，%</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/pipeline_strip.py" />
            <source>Probes</source>
            <translation>探针</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Probes cost {value} %</source>
            <translation>探针占用 {value} %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Probes cost {value} % of the time</source>
            <translation>探针占用 {value} % 的时间</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/messages.py" />
            <source>Problem: {text}</source>
            <translation>问题：{text}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Procrustes</source>
            <translation>Procrustes</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Proposals</source>
            <translation>提议方式</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Pruning</source>
            <translation>剪枝</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Purple</source>
            <translation>紫色</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Put side by side</source>
            <translation>并列显示</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Put the runs of this table side by side</source>
            <translation>将此表的运行并列比较</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Questions and problems</source>
            <translation>问题与故障</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <location filename="../../workbench/pages/settings.py" />
            <source>Queue</source>
            <translation>队列</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Queue more seeds</source>
            <translation>将更多种子加入队列</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Queue of possible label errors</source>
            <translation>可能的标签错误队列</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Queue seeds, to {most} each</source>
            <translation>将种子加入队列，各增至 {most} 个</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>Queue {n} run</source>
            <translation>将 {n} 次运行加入队列</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>Queue {n} runs</source>
            <translation>将 {n} 次运行加入队列</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Queued</source>
            <translation>排队</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Queued at {place}</source>
            <translation>在 {place} 排队</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Queued runs that share a device: with small encoders, two to four at once use a large GPU better. On a CPU the runs divide the cores among them</source>
            <translation>共用一个设备的排队运行：使用小型编码器时，同时运行两到四个能更好地利用大型 GPU。在 CPU 上各运行平分核心</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Queued, next</source>
            <translation>排队，下一个</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Queued, number {place}</source>
            <translation>排队，第 {place} 位</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Quick start</source>
            <translation>快速入门</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>ROC AUC</source>
            <translation>ROC AUC</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Random</source>
            <translation>随机</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Range of {label}</source>
            <translation>“{label}”的范围</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Rank encoders on the design's data without fine-tuning them</source>
            <translation>不经微调，在设计的数据上为编码器排名</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Rate per layer</source>
            <translation>各层学习率</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Re&amp;ad the data set again</source>
            <translation>重新读取数据集(&amp;A)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Re&amp;move from the catalogue</source>
            <translation>从目录中移除(&amp;M)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Re&amp;name</source>
            <translation>重命名(&amp;N)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Read again</source>
            <translation>重新读取</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Read more than once: {again}.</source>
            <translation>读取不止一次：{again}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Read the texts as they are</source>
            <translation>按原样读取文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Read them this way</source>
            <translation>按此方式读取</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Reading finished runs…</source>
            <translation>正在读取已完成的运行…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Reading measurements…</source>
            <translation>正在读取测量结果…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>Reading predictions…</source>
            <translation>正在读取预测…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Reading runs…</source>
            <translation>正在读取运行…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Reading test predictions…</source>
            <translation>正在读取测试预测…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/text_list.py" />
            <source>Reading texts…</source>
            <translation>正在读取文本…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/data_sets.py" />
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>Reading the data</source>
            <translation>正在读取数据</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <source>Reading the design…</source>
            <translation>正在读取设计…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Reading the paper's tables…</source>
            <translation>正在读取论文的表格…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Reading the stored probabilities…</source>
            <translation>正在读取存储的概率…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>Reading the trials…</source>
            <translation>正在读取试验…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Reading was stopped</source>
            <translation>已停止读取</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>Reading {name}</source>
            <translation>正在读取 {name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Reading {rows}…</source>
            <translation>正在读取 {rows}…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Reading {source} with every available encoder…</source>
            <translation>正在用每个可用的编码器读取 {source}…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <location filename="../../workbench/pages/data/page.py" />
            <source>Reading {title}…</source>
            <translation>正在读取 {title}…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <location filename="../../workbench/pages/data/importing/form.py" />
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>Reading…</source>
            <translation>正在读取…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Real data, a small encoder: hours on a CPU, or a GPU</source>
            <translation>真实数据，小型编码器：CPU 上几小时，或用 GPU</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Recall, %</source>
            <translation>召回率，%</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>Recipe, unchanged</source>
            <translation>配方，未更改</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Recipes</source>
            <translation>配方</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Recipes…</source>
            <translation>配方…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>Recognised: {layout}. {differences}.</source>
            <translation>已识别：{layout}。{differences}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Red</source>
            <translation>红色</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Regression chec&amp;k…</source>
            <translation>回归检查(&amp;K)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Regression check</source>
            <translation>回归检查</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Relabel as suggested</source>
            <translation>改为建议的标签</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Relabel as…</source>
            <translation>改标为…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Remarks</source>
            <translation>说明</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <location filename="../../workbench/pages/place_tools.py" />
            <source>Remove</source>
            <translation>移除</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/pipeline_strip.py" />
            <source>Remove	Del</source>
            <translation>移除	Del</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>Remove a recipe</source>
            <translation>移除配方</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Remove all curves</source>
            <translation>移除所有曲线</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Remove from comparison</source>
            <translation>移出比较</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Remove s&amp;tar</source>
            <translation>取消星标(&amp;T)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>Remove the recipe '{title}'?</source>
            <translation>移除配方“{title}”？</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Remove the saved rule</source>
            <translation>移除已保存的规则</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/filter_field.py" />
            <source>Remove this filter</source>
            <translation>移除此筛选</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>Remove this place; its runs stay, here and there</source>
            <translation>移除此位置；其运行在本机和那里都会保留</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/records.py" />
            <source>Remove this {one}</source>
            <translation>移除此{one}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Removing the rule…</source>
            <translation>正在移除规则…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Repair</source>
            <translation>修复</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Repairing…</source>
            <translation>正在修复…</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/problem_report.py" />
            <source>Report</source>
            <translation>报告</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/problem_report.py" />
            <source>Report a problem</source>
            <translation>报告问题</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Representation</source>
            <translation>表示</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>Reproduce</source>
            <translation>复现</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>Reproduce {name} in size {size}?</source>
            <translation>以{size}规模复现 {name}？</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Reproduce…</source>
            <translation>复现…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Requesting {title} from the hub…</source>
            <translation>正在向 hub 请求 {title}…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Rer&amp;un and compare</source>
            <translation>重跑并比较(&amp;U)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/column.py" />
            <source>Reset</source>
            <translation>重置</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>Rest</source>
            <translation>其余</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Restore all values of the recipe</source>
            <translation>恢复配方的所有值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Restore the runs that were deleted last</source>
            <translation>恢复最近删除的运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>Result shown</source>
            <translation>显示的结果</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <location filename="../../workbench/pages/runs/details/results.py" />
            <location filename="../../workbench/pages/runs/run_view.py" />
            <location filename="../../workbench/pages/settings.py" />
            <source>Results</source>
            <translation>结果</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Results appear here once a stage has been evaluated.</source>
            <translation>阶段经过评估后，结果显示在此处。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Resume</source>
            <translation>继续</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Retry with chan&amp;ges…</source>
            <translation>更改后重试(&amp;G)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>Retry with changes</source>
            <translation>更改后重试</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Revert all</source>
            <translation>全部恢复</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/column.py" />
            <source>Revert all changes on this card</source>
            <translation>撤销此卡片上的所有更改</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/rows.py" />
            <source>Revert: {field} {value}</source>
            <translation>恢复：{field} {value}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Right</source>
            <translation>右</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/words.py" />
            <source>Ringed: no other is better on both</source>
            <translation>带环：没有哪个在两方面都更好</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Risk and coverage</source>
            <translation>风险与覆盖率</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <location filename="../../workbench/pages/data/texts/table.py" />
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Row</source>
            <translation>行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Row order</source>
            <translation>按行的顺序</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Row {row} of {part}, before and after</source>
            <translation>{part} 第 {row} 行，之前与之后</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Row {row}, {label}</source>
            <translation>第 {row} 行，{label}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Rows and answers</source>
            <translation>行与答案</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Rows of a spreadsheet, or lines of a file, from the clipboard</source>
            <translation>剪贴板中的电子表格行或文件行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Rows without text or label</source>
            <translation>没有文本或标签的行</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/confusion.py" />
            <source>Rows: true class. Columns: predicted. Orange: errors.</source>
            <translation>行：真实类别。列：预测。橙色：错误。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/pages/compare/explore.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Run</source>
            <translation>运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <location filename="../../workbench/pages/design/head.py" />
            <source>Run</source>
            <comment>button: start it</comment>
            <translation>运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Run &amp;baselines</source>
            <translation>运行基线(&amp;B)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Run again</source>
            <translation>再次运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Run baselines</source>
            <translation>运行基线</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Run of the map</source>
            <translation>图所属的运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Run on the left</source>
            <translation>左侧的运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Run on the right</source>
            <translation>右侧的运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Run queued</source>
            <translation>运行已加入队列</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/rows.py" />
            <source>Run {field} {value} as well, and compare</source>
            <translation>也以{field} {value} 运行并比较</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>Run {id} repeats run {of}; its notes report whether it is identical.</source>
            <translation>运行 {id} 重复运行 {of}；其备注会说明结果是否完全一致。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>Run {id}, {name}, is queued.</source>
            <translation>运行 {id}（{name}）已加入队列。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/known_encoders.py" />
            <source>Run {number}, stage {stage}</source>
            <translation>运行 {number}，阶段 {stage}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>Run {runs} runs</source>
            <translation>运行 {runs} 次</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Run {run}, {name}: {steps:,} updates.</source>
            <translation>运行 {run}，{name}：{steps:,} 次更新。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <source>Running</source>
            <translation>正在运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/__init__.py" />
            <location filename="../../workbench/pages/compare/page.py" />
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <location filename="../../workbench/pages/settings.py" />
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>Runs</source>
            <translation>运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Runs are kept in</source>
            <translation>运行保存在</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Runs at once</source>
            <translation>同时运行数</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Runs count how often a training text is forgotten while the probe “Examples” is on.</source>
            <translation>探针“样本”开启时，运行会统计每个训练文本被遗忘的次数。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Runs of each trial, with as many seeds, counted from the design's.</source>
            <translation>每次试验的运行数，各用一个种子，从设计的种子开始计数。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Runs side by side</source>
            <translation>运行并列对照</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <source>Runs to compare</source>
            <translation>要比较的运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_view.py" />
            <source>Runs ›</source>
            <translation>运行 ›</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>S&amp;tar</source>
            <translation>星标(&amp;T)</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plot_card.py" />
            <source>SVG drawing (*.svg)</source>
            <translation>SVG 图形 (*.svg)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Sample</source>
            <translation>样例</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_dialog.py" />
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Save answers</source>
            <translation>保存答案</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Save as &amp;capsule…</source>
            <translation>保存为封装包(&amp;C)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Save as capsule</source>
            <translation>保存为封装包</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Save as new version</source>
            <translation>另存为新版本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Save as…</source>
            <translation>另存为…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Save everything readable to a new store; the damaged one is kept</source>
            <translation>将所有可读内容保存到完好的存储库；损坏的存储库会保留</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Save it with the model</source>
            <translation>与模型一起保存</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>Save the experiment</source>
            <translation>保存实验</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>Save the import</source>
            <translation>保存导入</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/problem_report.py" />
            <source>Save the report</source>
            <translation>保存报告</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/filter_field.py" />
            <source>Save this filter</source>
            <translation>保存此筛选</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Save this rule</source>
            <translation>保存此规则</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>Save what is shown (Ctrl+E)</source>
            <translation>保存所示内容（Ctrl+E）</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Save what the drawn runs forgot as a page to read or print</source>
            <translation>将所绘运行的遗忘情况保存为可阅读或打印的页面</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/filter_field.py" />
            <source>Saved filters</source>
            <translation>已保存的筛选</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <location filename="../../workbench/plots/plot_card.py" />
            <source>Saved {name}</source>
            <translation>已保存 {name}</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/problem_report.py" />
            <source>Saved {name}.</source>
            <translation>已保存 {name}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Saved {runs:,} runs, {rows:,} rows in all.</source>
            <translation>共保存 {runs:,} 次运行、{rows:,} 行。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <location filename="../../workbench/pages/lab/page.py" />
            <location filename="../../workbench/report/report_line.py" />
            <source>Saved {target}</source>
            <translation>已保存 {target}</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/problem_report.py" />
            <source>Save…</source>
            <translation>保存…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Saving the new version…</source>
            <translation>正在保存新版本…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Saving the rule…</source>
            <translation>正在保存规则…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/explore.py" />
            <source>Scatter</source>
            <translation>散点图</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Score</source>
            <translation>得分</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <location filename="../../workbench/widgets/command_field.py" />
            <location filename="../../workbench/widgets/inputs.py" />
            <source>Search</source>
            <translation>搜索</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>Search on this page</source>
            <translation>在此页搜索</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Search recipes</source>
            <translation>搜索配方</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Search res&amp;ults…</source>
            <translation>搜索结果(&amp;U)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Search settings</source>
            <translation>搜索设置</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Search texts</source>
            <translation>搜索文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>Search {id}: {name}</source>
            <translation>搜索 {id}：{name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Search {number} continues</source>
            <translation>搜索 {number} 继续进行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Search {number} has started</source>
            <translation>搜索 {number} 已开始</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>Search {search}</source>
            <translation>搜索 {search}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Searching for settings</source>
            <translation>搜索设置</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Second</source>
            <translation>第二答案</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Second measure</source>
            <translation>第二项测量</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Seeds</source>
            <translation>种子</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Seeds of unequal length: means end with the shortest.</source>
            <translation>各种子的长度不同：平均值到最短者为止。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Seeds probed at different steps: between two measurements a straight line.</source>
            <translation>各种子在不同的步上测量：两次测量之间取直线。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Seeds: mean ± s.d.</source>
            <translation>种子：平均 ± 标准差</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Seeds: mean, 95 % interval</source>
            <translation>种子：平均，95 % 区间</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/edit_menu.py" />
            <source>Select &amp;all</source>
            <translation>全选(&amp;A)</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/forms.py" />
            <source>Select a field to see its description</source>
            <translation>选中一个字段，即可在此查看其含义</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Select a run to read its log</source>
            <translation>选择一次运行以阅读其日志</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Select a run to read its results.</source>
            <translation>选择一个运行以查看其结果。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Select a run to read its settings.</source>
            <translation>选择一次运行以阅读其设置。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>Select a run.</source>
            <translation>请选择一次运行。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Select one run to rename it.</source>
            <translation>选择一次运行以重命名。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Select two or more runs on the Runs page and choose Compare, or add the newest here.</source>
            <translation>在“运行”页选择两次或更多运行，然后选择“比较”，或在此添加最新的运行。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Selected checkpoint, 95 % intervals: {text}</source>
            <translation>所选检查点，95 % 区间：{text}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Separator of joined columns</source>
            <translation>拼接列的分隔符</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Set PALIMPSEST_HOME to move it and the other folders.</source>
            <translation>设置 PALIMPSEST_HOME 可将它及其他文件夹存放到别处。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Set aside: {file}.</source>
            <translation>搁置的内容：{file}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/__init__.py" />
            <location filename="../../workbench/pages/runs/search_results.py" />
            <location filename="../../workbench/pages/settings.py" />
            <source>Settings</source>
            <translation>设置</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>Settings of '{name}' to change, as on the command line;
a list makes a sweep: batch_size=12 learning_rate=[2e-5,5e-5]</source>
            <translation>要更改的“{name}”的设置，写法与命令行相同；
列表会成为扫描：batch_size=12 learning_rate=[2e-5,5e-5]</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Settings of the run, as TOML</source>
            <translation>运行的设置，TOML 格式</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Settings, frozen when it was queued</source>
            <translation>设置，加入队列时固定</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Several labels for each text</source>
            <translation>每个文本有多个标签</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Several text columns</source>
            <translation>多个文本列</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Several texts</source>
            <translation>多个文本</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/rows.py" />
            <source>Several values of {label}</source>
            <translation>“{label}”取多个值</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/editors.py" />
            <source>Several values, separated by commas</source>
            <translation>多个值，以逗号分隔</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/questions.py" />
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <location filename="../../workbench/pages/design/form/column.py" />
            <source>Show</source>
            <translation>显示</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Show &amp;log</source>
            <translation>显示日志(&amp;L)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <location filename="../../workbench/plots/curve_plot.py" />
            <source>Show all</source>
            <translation>全部显示</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>Show all errors</source>
            <translation>显示全部错误</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>Show its run</source>
            <translation>显示其运行</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>Show its {runs} runs</source>
            <translation>显示其 {runs} 次运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Show me</source>
            <translation>带我去</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Show the run on the whole page</source>
            <translation>在整个页面上显示该运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Show the selected runs on the Runs page</source>
            <translation>在“运行”页显示所选运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Show {random_texts} texts drawn at random</source>
            <translation>显示 {random_texts} 个随机抽取的文本</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/cards.py" />
            <source>Show {title} as a table</source>
            <translation>以表格显示{title}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/questions.py" />
            <source>Show {what}</source>
            <translation>显示{what}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Show: {message}</source>
            <translation>显示：{message}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Showing</source>
            <translation>显示</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Similarity to the pre-trained layers</source>
            <translation>与预训练各层的相似度</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Single runs: a difference may come from the seed alone.</source>
            <translation>单次运行：差异可能只来自种子。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Single runs: small differences may be chance; group seeds to see their spread.</source>
            <translation>单次运行：微小差异可能出于偶然；按种子分组可查看其离散程度。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Size of the paper's experiments</source>
            <translation>论文实验的规模</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Size of the recipe</source>
            <translation>配方的规模</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Sizes</source>
            <translation>规模</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>Slice</source>
            <translation>切片</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>Slices</source>
            <translation>切片</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Small</source>
            <translation>小型</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <location filename="../../workbench/pages/settings.py" />
            <source>Smoothing</source>
            <translation>平滑</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>Smoothing of the training loss</source>
            <translation>训练损失的平滑</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/export.py" />
            <source>Solid blue line: {support}. Dotted orange line: {against}.</source>
            <translation>蓝色实线：{support}。橙色点线：{against}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>Sorting texts into slices…</source>
            <translation>正在将文本归入切片…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>Spanish</source>
            <translation>西班牙语</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Speed</source>
            <translation>速度</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Split</source>
            <translation>划分</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Split column</source>
            <translation>划分列</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Split whose predictions are shown</source>
            <translation>显示哪个划分的预测</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Splits</source>
            <translation>划分</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>Stability and plasticity</source>
            <translation>稳定性与可塑性</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <source>Stage</source>
            <translation>阶段</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <source>Stage shown</source>
            <translation>显示的阶段</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/findings.py" />
            <source>Stages added, removed or moved</source>
            <translation>阶段有添加、移除或移动</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/filter_field.py" />
            <source>Starred</source>
            <translation>已加星标</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Start a&amp;gain…</source>
            <translation>重新开始(&amp;G)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>Start again</source>
            <translation>重新开始</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Start search</source>
            <translation>开始搜索</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>Start {what} again from the beginning? Checkpoints and measures so far are removed.</source>
            <translation>从头重新开始{what}？已有的检查点和测量值会被移除。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Started</source>
            <translation>开始时间</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Started from {title}; undo restores the previous draft</source>
            <translation>已从 {title} 开始；撤销可恢复先前的草稿</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/filter_field.py" />
            <source>Started today</source>
            <translation>今天开始</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Starting</source>
            <translation>正在启动</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Starting…</source>
            <translation>正在启动…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/pipeline_strip.py" />
            <source>Starts from</source>
            <translation>起点</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>State</source>
            <translation>状态</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Statistics</source>
            <translation>统计</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Status</source>
            <translation>状态</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <location filename="../../workbench/plots/curve_plot.py" />
            <location filename="../../workbench/plots/heat_map.py" />
            <source>Step</source>
            <translation>步</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/data/page.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Stop at the next update</source>
            <translation>在下一次更新时停止</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Stop at the next update, with a checkpoint; the same key resumes from there</source>
            <translation>在下一次更新时停止并保存检查点；同一按键可从那里继续</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/closing.py" />
            <source>Stop it</source>
            <translation>停止它</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>Stop search</source>
            <translation>停止搜索</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/closing.py" />
            <source>Stop them</source>
            <translation>停止</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Stopped</source>
            <translation>已停止</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Store</source>
            <translation>存储库</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>Strategy</source>
            <translation>策略</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Stronger contrast</source>
            <translation>更强的对比度</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Suggested</source>
            <translation>建议</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Sun et al. 2019: BERT-base, 512 tokens, head + tail</source>
            <translation>Sun et al. 2019：BERT-base，512 个词元，头部 + 尾部</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Swap</source>
            <translation>交换</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Swap the older and the newer run</source>
            <translation>交换较早和较新的运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Swap the two runs</source>
            <translation>交换两次运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Sweep</source>
            <translation>扫描</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Sweep, then seed</source>
            <translation>扫描，然后种子</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Switch on Measure forgetting among the probes and run it again.</source>
            <translation>在探针中开启“测量遗忘”，然后再次运行。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>TPE prefers values near the best so far.</source>
            <translation>TPE 优先选择接近目前最佳值的取值。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Table copied as {names}</source>
            <translation>表格已复制为 {names}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Table or figure of the paper</source>
            <translation>论文的表或图</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Table {number}  {title}</source>
            <translation>表 {number}  {title}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Tag</source>
            <translation>标记</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/fields.py" />
            <source>Tags</source>
            <translation>标记</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/fields.py" />
            <source>Tags of the run</source>
            <translation>运行的标记</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Takes effect at the next start of the window.</source>
            <translation>在窗口下次启动时生效。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Task</source>
            <translation>任务</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Teal</source>
            <translation>青色</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <location filename="../../workbench/pages/runs/details/results.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Test</source>
            <translation>测试</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>Test</source>
            <comment>button: try whether it answers</comment>
            <translation>测试</translation>
        </message>
        <message>
            <location filename="../../workbench/engine_texts.py" />
            <source>Test accuracy, %</source>
            <translation>测试准确率，%</translation>
        </message>
        <message>
            <location filename="../../workbench/engine_texts.py" />
            <source>Test error, %</source>
            <translation>测试错误率，%</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Test file</source>
            <translation>测试文件</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Test metric of the comparison</source>
            <translation>比较所用的测试指标</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Test result of the checkpoint that validation chose; measured once, at the end</source>
            <translation>验证所选检查点的测试结果；只在结束时测量一次</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Test results of each run's final weights; each run was tested once.</source>
            <translation>每次运行最终权重的测试结果；每次运行只测试一次。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Test texts with label, prediction and confidence, as CSV, TSV, JSON lines or Parquet</source>
            <translation>测试文本及其标签、预测和置信度，格式为 CSV、TSV、JSON 行或 Parquet</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Test {metric}</source>
            <translation>测试 {metric}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>Test: held out of train</source>
            <translation>测试：从训练集留出</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/data/importing/form.py" />
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <location filename="../../workbench/pages/data/texts/table.py" />
            <location filename="../../workbench/pages/lab/text_list.py" />
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Text</source>
            <translation>文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>Text (*.txt *.txt.gz *.txt.xz *.txt.bz2);;All files (*)</source>
            <translation>文本 (*.txt *.txt.gz *.txt.xz *.txt.bz2);;所有文件 (*)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <location filename="../../workbench/shell/problem_report.py" />
            <source>Text (*.txt)</source>
            <translation>文本 (*.txt)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>Text (*.txt);;All files (*)</source>
            <translation>文本 (*.txt);;所有文件 (*)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>Text = file, label = folder name</source>
            <translation>文本 = 文件，标签 = 文件夹名</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>Text = {text}, label = {column}</source>
            <translation>文本 = {text}，标签 = {column}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Text column</source>
            <translation>文本列</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Text files are counted when the first run reads them.</source>
            <translation>文本文件在首次运行读取时统计。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>Text files…</source>
            <translation>文本文件…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Text from the test set</source>
            <translation>取自测试集的文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Text size</source>
            <translation>文字大小</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>Text size {percent} % after the next start</source>
            <translation>从窗口下次启动起，文字大小为 {percent} %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>Text to classify</source>
            <translation>要分类的文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Text with a contrast of at least 7 to 1, lines of at least 3 to 1</source>
            <translation>文字与背景的对比度不低于 7:1，线条不低于 3:1</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/table.py" />
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Texts</source>
            <translation>文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>Texts and labels</source>
            <translation>文本与标签</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Texts changed: {parts}.</source>
            <translation>更改的文本：{parts}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Texts cut</source>
            <translation>被截断的文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Texts of more than {most} fractions</source>
            <translation>超过 {most} 个片段的文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>Texts of the map</source>
            <translation>图所用的文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Texts of the selected cell</source>
            <translation>所选单元格的文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Texts that the runs disagree on</source>
            <translation>各运行意见不一的文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Texts that were right and are wrong now</source>
            <translation>由对变错的文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Texts, tokens and results of layers that runs share. All of it can be recomputed; files in use by a run stay</source>
            <translation>各运行共用的文本、词元和层的结果。全部都可重新生成；正在进行的运行所用的部分会保留</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/chips.py" />
            <source>That range has {many:,} values; at most {most} make sense.</source>
            <translation>该范围有 {many:,} 个值；最多 {most} 个才有意义。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>The Lab needs the engine</source>
            <translation>“实验室”需要引擎</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>The Lab tries texts on fine-tuned encoders; a bag of words leaves none. Finish a run, for example of the Quickstart recipe.</source>
            <translation>“实验室”在微调过的编码器上试验文本；词袋模型不会留下编码器。请先完成一次运行，例如 Quickstart 配方的运行。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>The bundled texts</source>
            <translation>内置文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>The catalogue cannot be read</source>
            <translation>无法读取目录</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>The chosen value is the best of several on the same validation texts, so it is optimistic; the test result of the chosen run is not.</source>
            <translation>所选的值是在同一批验证文本上多个值中最好的，因此偏乐观；所选运行的测试结果则不然。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/table.py" />
            <source>The class. Click: sort by class</source>
            <translation>类别。单击：按类别排序</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>The colour and dash of its curves</source>
            <translation>其曲线的颜色和线型</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>The column that says which rows are for training, validation and test; none: every row is drawn.</source>
            <translation>指明哪些行用于训练、验证和测试的列；none：所有行均参与抽取。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>The column with the labels to learn.</source>
            <translation>存放学习目标的列。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>The command line</source>
            <translation>命令行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/cost_matrix.py" />
            <source>The cost of giving each label wrongly, and of missing it.</source>
            <translation>误判给出每个标签以及漏掉它的代价。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>The curves of a training as a run: of transformers' Trainer or TensorBoard</source>
            <translation>将一次训练的曲线作为运行导入：来自 transformers 的 Trainer 或 TensorBoard</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>The damaged store as it was: {file}</source>
            <translation>原来损坏的存储库：{file}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>The data set cannot be read</source>
            <translation>无法读取数据集</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>The data set itself stays as it is</source>
            <translation>数据集本身保持不变</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>The design now uses the new encoder; undo restores the previous one</source>
            <translation>设计已使用新编码器；撤销可恢复先前的编码器</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>The design's own</source>
            <translation>设计的指标</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/store_threads.py" />
            <source>The devices of this computer cannot be listed: {error}</source>
            <translation>无法列出本机的设备：{error}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>The encoder began untrained, without knowledge from pre-training.</source>
            <translation>编码器从未训练的状态开始，没有预训练得到的知识。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>The encoder has no masked-word head; one was fitted once on the frozen original.</source>
            <translation>编码器没有掩码词预测头；已在冻结的原始编码器上拟合一次。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>The file is being read</source>
            <translation>正在读取文件</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>The filter is incomplete. An example: test &lt; 4</source>
            <translation>筛选条件不完整。示例：test &lt; 4</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>The first {runs:,} of {total:,} runs; search to narrow down.</source>
            <translation>{total:,} 次运行中的前 {runs:,} 次；可用搜索缩小范围。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>The first {shown} of {all}.</source>
            <translation>{all} 个中的前 {shown} 个。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>The guide to a first run, which leads through these steps</source>
            <translation>首次运行指南，引导完成这些步骤</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>The hub has a copy of its {many:,} texts ({name}), {size}. Download it once, or choose a copy of your own.</source>
            <translation>hub 上有其 {many:,} 个文本的副本（{name}），{size}。请下载一次，或指定您自己的副本。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>The label is right (K)</source>
            <translation>标签正确（K）</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>The largest probability</source>
            <translation>最大概率</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>The largest probability is the answer</source>
            <translation>最大概率为答案</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>The least expected cost…</source>
            <translation>期望代价最小…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>The least recently used files are removed first; 0: no limit</source>
            <translation>最久未用的先清除；0 为无限制</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>The missing runs of {name} in size {size} are in the queue already.</source>
            <translation>{name} 以{size}规模缺少的运行已在队列中。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>The model answers with the largest probability again</source>
            <translation>模型重新按最大概率作答</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>The model answers without a rule.</source>
            <translation>模型不按规则作答。</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/cli_answers.py" />
            <source>The model of run {run} is here</source>
            <translation>运行 {run} 的模型已在本机</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/cli_answers.py" />
            <source>The model of run {run} is requested from {place}</source>
            <translation>正在向 {place} 索取运行 {run} 的模型</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>The model runs on the CPU with low priority; training has precedence</source>
            <translation>模型在 CPU 上以低优先级计算；训练优先</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>The most frequent class has {n:,} times the texts of the rarest.</source>
            <translation>最常见类别的文本数是最罕见类别的 {n:,} 倍。</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/numbers.py" />
            <source>The number has to be finite.</source>
            <translation>数字必须是有限的。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>The other texts</source>
            <translation>其余文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>The paper</source>
            <translation>论文</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>The paper has no numbers here</source>
            <translation>论文此处没有数值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>The paper's</source>
            <translation>论文的</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>The paper's IMDb set-up</source>
            <translation>论文的 IMDb 设置</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>The paper's table with our results</source>
            <translation>论文的表格与我们的结果</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>The paper's tables</source>
            <translation>论文的表格</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>The paper's tables cannot be filled</source>
            <translation>无法填充论文的表格</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>The part already read is not kept.</source>
            <translation>已读取的部分未保留。</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/prediction_server.py" />
            <source>The prediction process has ended (exit code {code}). {text}</source>
            <translation>预测进程已终止（退出码 {code}）。{text}</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/prediction_server.py" />
            <source>The prediction process has ended several times. {text}</source>
            <translation>预测进程已多次终止。{text}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>The process is running but writes nothing; it may be suspended.</source>
            <translation>进程正在运行，但没有写入任何内容；它可能已被挂起。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>The queue cannot be built</source>
            <translation>无法生成队列</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/store_threads.py" />
            <source>The queue of {device} has stopped: {error_sentence}</source>
            <translation>{device} 的队列已停止：{error_sentence}</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/problem_report.py" />
            <source>The report has versions, the machine, states of the last runs and code locations of the last faults, but no texts, names or secrets. Nothing is sent: read it, remove what you like, and add what you did.</source>
            <translation>报告包含版本、机器、最近运行的状态和最近故障的代码位置，不含文本、名称或机密。不会发送任何内容：请阅读，删去您想去掉的部分，并补充您的操作。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>The ring marks the best value</source>
            <translation>圆环标示最佳值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>The rows of a table, all at once</source>
            <translation>一次处理表格的所有行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>The rule was removed.</source>
            <translation>规则已移除。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>The run ended before its first measurement.</source>
            <translation>运行在首次测量之前结束。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>The run is deleted.</source>
            <translation>运行已删除。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>The run whose attention is shown</source>
            <translation>显示哪次运行的注意力</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>The run whose model is used</source>
            <translation>使用哪次运行的模型作答</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>The run's number, as the command line takes it</source>
            <translation>运行编号，命令行中使用</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>The runs as points over any two settings or measures</source>
            <translation>以任意两个设置或度量为坐标，把运行画成点</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>The same settings and seeds give the same results.</source>
            <translation>相同的设置和种子会得到相同的结果。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>The same settings with some changes, as a new run</source>
            <translation>除少数几项外设置相同的新运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>The same specification, seeds and data again; notes report whether the result is identical</source>
            <translation>以相同的规格、种子和数据再运行一次；其备注会说明结果是否完全一致</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>The selected text</source>
            <translation>所选文本</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/store_threads.py" />
            <source>The session is closed.</source>
            <translation>会话已关闭。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>The stages are not the recipe's; save the draft as TOML and run that file.</source>
            <translation>各阶段与配方的不同；请把草稿存为 TOML 并运行该文件。</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/chips.py" />
            <source>The step of a range must be above 0.</source>
            <translation>范围的步长须大于 0。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <source>The store cannot be opened</source>
            <translation>无法打开存储库</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/store_threads.py" />
            <source>The store cannot be read: {error}</source>
            <translation>无法读取存储库：{error}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>The suggested class is right (R)</source>
            <translation>建议的类别正确（R）</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>The sweep is not the recipe's; save the draft as TOML and run that file.</source>
            <translation>扫描与配方的不同；请把草稿存为 TOML 并运行该文件。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>The table shows the results. For more seeds open the recipe in Design and add them to Seed.</source>
            <translation>表中即为结果。如需更多种子，请在“设计”中打开该配方，并在“种子”中添加。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/reading_pane.py" />
            <source>The text as the model sees it</source>
            <translation>模型所见的文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>The texts cannot be shown</source>
            <translation>无法显示文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>The texts cannot be shown: {reason}</source>
            <translation>无法显示文本：{reason}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>The texts of {title} are read as they are.</source>
            <translation>{title} 的文本按原样读取。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>The texts of {title} are read without escapes and mark-up.</source>
            <translation>{title} 的文本在读取时去除转义字符与标记语言。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>The time is being estimated.</source>
            <translation>正在估计所需时间。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>The time is known once a run with this encoder has finished here.</source>
            <translation>这里有使用该编码器的运行完成后，才能得知所需时间。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>The trials of the search that the run belongs to</source>
            <translation>该运行所属搜索的各次试验</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>The two runs were not tested on the same texts.</source>
            <translation>两次运行不是在相同的文本上测试的。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>The unpacked folder of {title}</source>
            <translation>{title} 的解压文件夹</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>The validation metric that trials are compared by.</source>
            <translation>比较各试验所用的验证指标。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>The window then needs {size} px, more than this screen has.</source>
            <translation>届时窗口需要 {size} px，超出此屏幕。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>The {count} with the newer run's highest confidence are listed.</source>
            <translation>列出较新运行置信度最高的 {count} 个。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <source>There are no runs yet</source>
            <translation>尚无运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>There is no confusion to list texts of.</source>
            <translation>没有可列出文本的混淆。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>There is nothing to list for this run.</source>
            <translation>此运行没有可列出的内容。</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/closing.py" />
            <source>They continue without the window; open it again to see the progress.</source>
            <translation>它们可在没有窗口的情况下继续；再次打开窗口即可查看进度。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>This cannot be undone.</source>
            <translation>此操作无法撤销。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <location filename="../../workbench/pages/settings.py" />
            <source>This computer</source>
            <translation>本机</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>This design is queued already, or has run. Queue it once more?</source>
            <translation>此设计已在队列中或已运行。要再次排队吗？</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>This draft did not begin with a recipe; save it as TOML and run that file.</source>
            <translation>此草稿不是从配方开始的；请存为 TOML 并运行该文件。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>This example needs no network: {data} and a small BERT are bundled with Palimpsest.</source>
            <translation>此示例所需的一切都随 Palimpsest 提供：{data}，以及一个小型 BERT。无需网络即可运行。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>This includes {n} shared stage, trained once.</source>
            <translation>其中包含 {n} 个共用阶段，只训练一次。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>This includes {n} shared stages, each trained once.</source>
            <translation>其中包含 {n} 个共用阶段，各训练一次。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>This model</source>
            <translation>此模型</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>This model has no layout {layout}: {reason}.</source>
            <translation>此模型不能导出为 {layout}：{reason}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>This rule is saved with the model.</source>
            <translation>此规则已与模型一起保存。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>This run omits the stage.</source>
            <translation>此运行不含该阶段。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>This run stored none: its data set has no test split.</source>
            <translation>此运行没有存储预测：其数据集没有测试集。</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/session.py" />
            <source>This store is read-only: its file or folder cannot be written to. No run can start here.</source>
            <translation>此存储库是只读的：其文件或文件夹不可写。这里无法启动运行。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>This text</source>
            <translation>此文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>This window has the store open. Close it, then run: palimpsest store repair</source>
            <translation>此窗口已打开存储库。请关闭窗口，然后运行：palimpsest store repair</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Threads</source>
            <translation>线程</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Threshold</source>
            <translation>阈值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Thresholds</source>
            <translation>阈值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Thresholds and decision rules</source>
            <translation>阈值与决策规则</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Thresholds, costs, calibration, or no answer where the model is unsure: tuned on validation texts</source>
            <translation>阈值、代价、校准，或在模型没有把握时不作答：在验证文本上调整</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <source>Time</source>
            <translation>时间</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Time at an assumed speed of its GPU. More exact once a run has finished.</source>
            <translation>时间按假定的 GPU 速度估计。完成一次运行后会更准确。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Time from a short trial of this computer's speed. More exact once a run has finished.</source>
            <translation>时间根据本机速度的短暂试测估计。完成一次运行后会更准确。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Time from {many} with this encoder {where}.</source>
            <translation>时间根据{where}使用此编码器的 {many}估计。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Time left</source>
            <translation>剩余时间</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Time per run</source>
            <translation>每次运行的时间</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Times</source>
            <translation>次数</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>To</source>
            <translation>指向</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>To the &amp;front of the queue</source>
            <translation>移到队列最前(&amp;F)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/table.py" />
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Tokens</source>
            <translation>词元</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/truncation_bar.py" />
            <source>Tokens kept</source>
            <translation>保留的词元</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Tokens lost over all texts</source>
            <translation>全部文本丢失的词元</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/table.py" />
            <source>Tokens of the whole text. Click: longest or shortest first</source>
            <translation>整个文本的词元数。单击：最长或最短在前</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/table.py" />
            <source>Tokens that do not fit and are cut</source>
            <translation>放不下而被截断的词元</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Top layers put back</source>
            <translation>还原顶部各层</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Total time</source>
            <translation>总时间</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Train</source>
            <translation>训练</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Train again…</source>
            <translation>重新训练…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Train your first model</source>
            <translation>训练您的第一个模型</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>Training loss</source>
            <translation>训练损失</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>Training needs PyTorch, which is not installed here.</source>
            <translation>训练需要 PyTorch，此处未安装。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>Training takes {duration}.</source>
            <translation>训练需要{duration}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Training text</source>
            <translation>训练文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Training texts that were forgotten</source>
            <translation>被遗忘的训练文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <source>Training time, s</source>
            <translation>训练时间，秒</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Training time, without pauses</source>
            <translation>训练时间，不含暂停</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>Trial</source>
            <translation>试验</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>Trials</source>
            <translation>试验</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/truncation_bar.py" />
            <source>Truncation of long texts</source>
            <translation>长文本的截断</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Try a second learning rate and compare</source>
            <translation>尝试第二个学习率并比较</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Try a text</source>
            <translation>试验一个文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Try again</source>
            <translation>重试</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/forms.py" />
            <source>Try several values of {label}</source>
            <translation>为“{label}”尝试多个值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Try {label}</source>
            <translation>试用 {label}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Trying texts on trained models</source>
            <translation>在训练好的模型上试验文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Tune</source>
            <translation>调整</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Tuning on the validation texts…</source>
            <translation>正在验证文本上调整…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Tutorial: from a CSV file to a model in use</source>
            <translation>教程：从 CSV 文件到投入使用的模型</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Tutorial: measure and prevent forgetting</source>
            <translation>教程：测量并防止遗忘</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Tutorial: reproduce a table of the paper</source>
            <translation>教程：复现论文的一张表格</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Two runs can agree or disagree only on classes.</source>
            <translation>两个运行只有对类别才能一致或不一致。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>Two-sided, adjusted for the number of comparisons shown (Holm 1979)</source>
            <translation>双侧，按所示比较的数量校正（Holm 1979）</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>Type a text above, or take one from the test set.</source>
            <translation>请在上方输入文本，或从测试集中取一个。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Unarchi&amp;ve</source>
            <translation>取消归档(&amp;V)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Undecided</source>
            <translation>未决定</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Under the design's name, among the recipes</source>
            <translation>以设计的名称加入配方</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Undo the decision (U)</source>
            <translation>撤销决定（U）</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Up = changed more. Mean Jensen–Shannon divergence, bits</source>
            <translation>向上 = 变化更大。平均 Jensen–Shannon 散度，比特</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Up = forgot more. % of training texts, right once and wrong later</source>
            <translation>向上 = 遗忘更多。曾经正确、后来错误的训练文本 %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Up = forgot more. Nats per hidden word of general text</source>
            <translation>向上 = 遗忘更多。通用文本每个掩码词的 nat 数</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Up = forgot more. Perplexity on general text, × before</source>
            <translation>向上 = 遗忘更多。通用文本的困惑度，× 训练前</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Up = moved more. Relative distance of all weights</source>
            <translation>向上 = 移动更多。所有权重的相对距离</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Update a model with new data</source>
            <translation>用新数据更新模型</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Updates</source>
            <translation>更新次数</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Updates of each task</source>
            <translation>各任务的更新次数</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Updates of each task in an epoch</source>
            <translation>一轮中各任务的更新次数</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Updates per pass</source>
            <translation>每遍的更新次数</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Updates per run</source>
            <translation>每次运行的更新次数</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>Updates {first} to {last}</source>
            <translation>第 {first} 至 {last} 次更新</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Use a folder…</source>
            <translation>使用文件夹…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>Use in Design</source>
            <translation>在设计中使用</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Use the hub's copy</source>
            <translation>使用 hub 的副本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/cost_matrix.py" />
            <source>Use these costs</source>
            <translation>使用这些代价</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Use this encoder</source>
            <translation>使用此编码器</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Use {name}</source>
            <translation>使用 {name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/known_encoders.py" />
            <source>Used before</source>
            <translation>用过的</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Used once, at the end of a run.</source>
            <translation>只在运行结束时使用一次。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Validation</source>
            <translation>验证</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>Validation error</source>
            <translation>验证错误率</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Validation file</source>
            <translation>验证文件</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Validation result of a linear probe on the top layer</source>
            <translation>顶层上线性探针的验证结果</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>Validation: {share} % of train</source>
            <translation>验证：训练集的 {share} %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>Validation: {share} % of train, stratified</source>
            <translation>验证：训练集的 {share} %，分层</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>Value</source>
            <translation>值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Value of more &amp;labels…</source>
            <translation>更多标签的价值(&amp;L)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Value of more labels</source>
            <translation>更多标签的价值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>Verdict</source>
            <translation>结论</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Verdicts and intervals</source>
            <translation>结论与区间</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/explore.py" />
            <source>Vertical</source>
            <translation>纵轴</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_view.py" />
            <source>View of the selected runs</source>
            <translation>所选运行的视图</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/panels.py" />
            <source>Views</source>
            <translation>视图</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Vocabulary</source>
            <translation>词表</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Wait for it, or stop it and resume: the run continues from its last checkpoint.</source>
            <translation>请等待，或停止后继续：运行会从最后的检查点继续。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Warning</source>
            <translation>警告</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/messages.py" />
            <source>Warning: {text}</source>
            <translation>警告：{text}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Watch it learn</source>
            <translation>观察学习过程</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>Weakest class: {name}, {right} of {texts} right. Most confused: {true} predicted as {guess}.</source>
            <translation>最弱的类别：{name}，{texts} 个中 {right} 个正确。最常见的混淆：{true} 被预测为 {guess}。</translation>
        </message>
        <message>
            <location filename="../../workbench/report/report_line.py" />
            <source>Web page, one file (*.html)</source>
            <translation>网页，单个文件 (*.html)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Weights</source>
            <translation>权重</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Weights kept</source>
            <translation>保留的权重</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>What a new design proposes, and why</source>
            <translation>新设计会建议什么，以及为什么</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>What is forgotten</source>
            <translation>遗忘了什么</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>What the capsule holds</source>
            <translation>封装包包含的内容</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>What the map shows</source>
            <translation>图的内容</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>What these runs forgot, as PDF or as a web page</source>
            <translation>这些运行遗忘了什么，以 PDF 或网页呈现</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <location filename="../../workbench/pages/help.py" />
            <source>Where</source>
            <translation>位置</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Where the texts are; nothing is copied.</source>
            <translation>文本所在的位置；不会复制任何内容。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Where the two runs disagree</source>
            <translation>两次运行的分歧</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Whether capitals matter.</source>
            <translation>是否区分大小写。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Whether private models and data sets can be loaded. Log in with: hf auth login</source>
            <translation>能否加载私有的模型和数据集。登录命令：hf auth login</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Which column is the label?</source>
            <translation>哪一列是标签？</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Which column is the text?</source>
            <translation>哪一列是文本？</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Which rows are left out?</source>
            <translation>排除哪些行？</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Which strategy should I use?</source>
            <translation>应该使用哪种策略？</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Which task's model</source>
            <translation>哪个任务的模型</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Which trials are stopped early.</source>
            <translation>提前停止哪些试验。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Whose confusion and texts are shown</source>
            <translation>显示谁的混淆矩阵和文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Why</source>
            <translation>原因</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Why this design</source>
            <translation>为何采用此设计</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Within the limit: the new model may replace the old one</source>
            <translation>在限度之内：新模型可以取代旧模型</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Without stored probabilities there is no {missing}.</source>
            <translation>没有存储的概率就没有{missing}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Without test texts: each fifth of the other labelled texts is held out in turn, and each baseline learns from growing parts of the rest. Fine-tuning has to beat the lowest curve.</source>
            <translation>不使用测试文本：其余有标签的文本轮流留出五分之一，各基线从剩余文本中逐渐增大的部分学习。微调须胜过最低的曲线。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>Words of the text</source>
            <translation>文本中的词</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Words right</source>
            <translation>猜对的词</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/filter_field.py" />
            <source>Words to search for, or a filter: test &lt; 4 and data = trec and tag ~ pilot. Names are columns of the list, settings and measures (test/macro_f1).</source>
            <translation>要搜索的词，或筛选条件：test &lt; 4 and data = trec and tag ~ pilot。名称可以是列表的列、设置和测量值（test/macro_f1）。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/fields.py" />
            <source>Words, separated by commas</source>
            <translation>词语，以逗号分隔</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Worse than {baseline}: {names}.</source>
            <translation>差于 {baseline}：{names}。</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/numbers.py" />
            <source>Write decimals with a point and no commas, for example 0.5 or 1000.</source>
            <translation>小数请用点，不要用逗号，例如 0.5 或 1000。</translation>
        </message>
        <message>
            <location filename="../../workbench/report/report_line.py" />
            <source>Writing {name}…</source>
            <translation>正在写入 {name}…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Writing {target}…</source>
            <translation>正在写入 {target}…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>Wrong texts, most confident first</source>
            <translation>出错的文本，置信度最高的在前</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <source>X axis</source>
            <translation>横轴</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/cli_answers.py" />
            <source>Yes</source>
            <translation>是</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>You can undo this for a minute, unless you close the window.</source>
            <translation>一分钟内可用“撤销”恢复，除非在此之前关闭窗口。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Your own data</source>
            <translation>您自己的数据</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Your own data…</source>
            <translation>您自己的数据…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <location filename="../../workbench/pages/known_encoders.py" />
            <source>Yours</source>
            <translation>自有</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>a click on a cell lists its texts</source>
            <translation>点击单元格即列出其文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>a comma</source>
            <translation>逗号</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>a full stop</source>
            <translation>句号</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>a line break</source>
            <translation>换行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>a share of train</source>
            <translation>训练集的一部分</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>a space</source>
            <translation>空格</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/findings.py" />
            <source>a sweep needs a value.</source>
            <translation>扫描需要一个值。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_dialog.py" />
            <source>a to z, 0 to 9, - and _</source>
            <translation>a 到 z、0 到 9、- 和 _</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>about {seconds}</source>
            <translation>约 {seconds}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>about {size} of text</source>
            <translation>约 {size} 文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>after {number} {title}</source>
            <translation>{number} {title} 之后</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>against</source>
            <comment>one axis and the other</comment>
            <translation>对</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>all</source>
            <translation>全部</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>all done in {time}</source>
            <translation>{time} 后全部完成</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>all equal</source>
            <translation>全部相等</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>all measures</source>
            <translation>全部测量</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>an earlier run</source>
            <translation>1 次较早的运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>archived</source>
            <translation>已归档</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>as its probe measures it</source>
            <translation>由其探针测量</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>at most, for each run</source>
            <translation>每次运行至多</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>at update</source>
            <translation>所在更新</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>at {best_layer}</source>
            <translation>在第 {best_layer} 层</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>at {place}</source>
            <translation>在 {place}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>at {step:,}</source>
            <translation>在第 {step:,} 步</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>automatic</source>
            <translation>自动</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>band = {band} over seeds</source>
            <translation>色带 = 各种子间的{band}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>baseline</source>
            <translation>基线</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>bert_config.json, if it is elsewhere.</source>
            <translation>bert_config.json，若在别处。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>better</source>
            <translation>更好</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>bits</source>
            <translation>比特</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>by epoch</source>
            <translation>按轮</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <source>by step</source>
            <translation>按步</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft/files.py" />
            <source>cannot be written ({strerror}).</source>
            <translation>无法写入（{strerror}）。</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/forms.py" />
            <source>changed</source>
            <translation>已更改</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>checked {rows} rows</source>
            <translation>已检查 {rows} 行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>choose a text column</source>
            <translation>请选择文本列</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>choose an encoder first</source>
            <translation>请先选择编码器</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>column {text}</source>
            <translation>列 {text}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/reading_pane.py" />
            <source>cut</source>
            <comment>part of a text</comment>
            <translation>截去</translation>
        </message>
        <message>
            <location filename="../../workbench/language.py" />
            <source>d MMM</source>
            <comment>format of a date: day and month</comment>
            <translation>M月d日</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>dark = changed direction</source>
            <translation>深色 = 方向改变</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>dark = changed more</source>
            <translation>深色 = 变化更大</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>dashed = embeddings</source>
            <translation>虚线 = 嵌入层</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>data</source>
            <translation>数据</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>data set</source>
            <translation>数据集</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>data sets, import</source>
            <translation>数据集，导入</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/form.py" />
            <source>defaults</source>
            <translation>默认值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>design</source>
            <translation>设计</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>detected</source>
            <translation>自动检测</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>device         {device} on {host}</source>
            <translation>设备           {host} 上的 {device}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>different tasks: compare lines of one task only</source>
            <translation>任务不同：只能比较同一任务的曲线</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>divergence {apart}</source>
            <translation>散度 {apart}</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>done in {time}</source>
            <translation>{time} 后完成</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/delegates.py" />
            <source>drawn</source>
            <translation>已绘制</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/delegates.py" />
            <source>drawn while selected</source>
            <translation>选中时绘制</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <source>embeddings</source>
            <translation>嵌入层</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <source>epoch {epoch}</source>
            <translation>第 {epoch} 轮</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>equivalent within {margin}</source>
            <translation>在 {margin} 以内等效</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>error</source>
            <translation>错误率</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>error, %. Band: 95 % interval</source>
            <translation>错误率，%。带：95 % 区间</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>error, %. Band: 95 % interval; dotted: the paper</source>
            <translation>错误率，%。带：95 % 区间；虚线：论文</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>errors, %, among the most confident share of texts</source>
            <translation>最有把握的那部分文本中的错误率，%</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>escapes and mark-up</source>
            <translation>转义字符与标记语言</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/export.py" />
            <source>evidence against it</source>
            <translation>反对预测的证据</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/export.py" />
            <source>evidence for the prediction</source>
            <translation>支持预测的证据</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>experiment, training, new</source>
            <translation>实验，训练，新建</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/pages/compare/plots.py" />
            <location filename="../../workbench/plots/plane/layout.py" />
            <source>fewer errors</source>
            <translation>错误更少</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>finished       {time}</source>
            <translation>完成           {time}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <location filename="../../workbench/pages/data/texts/reading_pane.py" />
            <source>first</source>
            <translation>第一个</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>first rows of {many:,}</source>
            <translation>{many:,} 行中的前几行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>first {rows} rows</source>
            <translation>前 {rows} 行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>folder         {folder}</source>
            <translation>文件夹         {folder}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>forgets as much</source>
            <translation>遗忘一样多</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>forgets less</source>
            <translation>遗忘更少</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>forgets more</source>
            <translation>遗忘更多</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>from {name}</source>
            <translation>来自 {name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>frozen</source>
            <translation>冻结</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>general English</source>
            <translation>通用英文</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>generated {title}</source>
            <translation>生成的{title}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/cost_matrix.py" />
            <source>given wrongly</source>
            <translation>误判给出</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>half the 95 % interval of the mean</source>
            <translation>平均值 95 % 区间的半宽</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <source>head</source>
            <translation>头部</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/reading_pane.py" />
            <source>head</source>
            <comment>beginning of a text</comment>
            <translation>头部</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>here</source>
            <translation>本机</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>higher</source>
            <translation>更高</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>higher {measure}</source>
            <translation>{measure}更高</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <source>highest layer that learns</source>
            <translation>参与学习的最高层</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>history, queue, curves</source>
            <translation>历史，队列，曲线</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>hub</source>
            <translation>hub</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>identity       {identity}</source>
            <translation>标识           {identity}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>in the first epoch</source>
            <translation>在第一轮中</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/questions.py" />
            <source>keep one of each</source>
            <translation>各保留一个</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/reading_pane.py" />
            <source>kept</source>
            <comment>part of a text</comment>
            <translation>保留</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>lab</source>
            <translation>实验室</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>label</source>
            <translation>标签</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>largest error first</source>
            <translation>误差最大的在前</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/questions.py" />
            <source>leave all out</source>
            <translation>全部排除</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>leave out</source>
            <translation>排除</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>linear CKA, dark = changed more</source>
            <translation>线性 CKA，深色 = 变化更大</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/curve_plot.py" />
            <source>log</source>
            <comment>scale of an axis</comment>
            <translation>对数</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>lower</source>
            <translation>更低</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>lower {measure}</source>
            <translation>{measure}更低</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/export.py" />
            <source>lowers it</source>
            <translation>降低数值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>mean over heads, bits</source>
            <translation>各头平均，比特</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/cost_matrix.py" />
            <source>missed</source>
            <translation>漏掉</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>mit, apache-2.0 …</source>
            <translation>mit、apache-2.0 …</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>more errors</source>
            <translation>错误更多</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>most confident first</source>
            <translation>置信度最高的在前</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/ranges.py" />
            <source>needs a range or several values.</source>
            <translation>需要一个范围或多个值。</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/form.py" />
            <source>needs attention</source>
            <translation>需要注意</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>next to the file, or held out</source>
            <translation>另附文件，或从训练集留出</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>no</source>
            <translation>否</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>no answer by the decision rule</source>
            <translation>按决策规则不作答</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>no bound</source>
            <translation>无约束</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>no header</source>
            <translation>无表头</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <location filename="../../workbench/pages/lab/query.py" />
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>no label</source>
            <translation>无标签</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>no limit</source>
            <translation>无限制</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>no other is better on both</source>
            <translation>没有哪个在两方面都更好</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>no significant difference</source>
            <translation>无显著差异</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/editors.py" />
            <location filename="../../workbench/forms/form.py" />
            <location filename="../../workbench/pages/design/context/findings.py" />
            <source>none</source>
            <translation>无</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>none yet</source>
            <translation>尚无</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/delegates.py" />
            <source>not drawn</source>
            <translation>未绘制</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>not known</source>
            <translation>未知</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/heat_map.py" />
            <source>not measured</source>
            <translation>未测量</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>nothing</source>
            <translation>无</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>numbers</source>
            <comment>what labels are</comment>
            <translation>数值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/truncation_bar.py" />
            <source>of</source>
            <comment>first tokens of all that are kept</comment>
            <translation>/</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>of each stage at the checkpoint that validation chose</source>
            <translation>各阶段在验证所选检查点处的结果</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>of normal</source>
            <translation>（正常大小的倍数）</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>of the predictions for this split, at the checkpoint that was tested</source>
            <translation>该划分预测的指标，取自经过测试的检查点</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>of train</source>
            <translation>的训练集</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>of {texts}, {order}</source>
            <translation>共 {texts} 个，{order}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>of {texts}, {order}; the first {n} are listed</source>
            <translation>共 {texts} 个，{order}；列出前 {n} 个</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>on each device</source>
            <translation>在每个设备上</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>on fixed texts, bits</source>
            <translation>在固定文本上，比特</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>on this computer</source>
            <translation>在本机</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>on this text, bits</source>
            <translation>在此文本上，比特</translation>
        </message>
        <message>
            <location filename="../../workbench/look/formats.py" />
            <source>once</source>
            <translation>一次</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>one seed</source>
            <translation>一个种子</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/notifications.py" />
            <source>one strategy on these test texts so far</source>
            <translation>这些测试文本至今有 1 种策略测过</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>one test text</source>
            <translation>1 个测试文本</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/editors.py" />
            <source>one, another</source>
            <translation>一个, 另一个</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>other test texts</source>
            <translation>其他测试文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>over seeds and {n:,} test texts</source>
            <translation>种子与 {n:,} 条测试文本间</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <source>over the course of the run</source>
            <translation>随运行进程</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>over {n:,} passages</source>
            <translation>{n:,} 个段落间</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>over {n:,} test texts</source>
            <translation>{n:,} 条测试文本间</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>over {n} seeds</source>
            <translation>{n} 个种子间</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>own copy</source>
            <translation>自己的副本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>own copy needed</source>
            <translation>需要自己的副本</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>page</source>
            <translation>页面</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>palimpsest store check, backup and repair; copies and damaged stores stay in its folder</source>
            <translation>palimpsest store check、backup 和 repair；副本和损坏的存储库留在其文件夹中</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>peak</source>
            <translation>峰值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>perplexity on general text, × before; higher = more forgetting</source>
            <translation>通用文本的困惑度，× 之前；越高 = 遗忘越多</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>predict, try, attention</source>
            <translation>预测，试用，注意力</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>predict, use, file, new texts</source>
            <translation>预测，使用，文件，新文本</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>preferences, options</source>
            <translation>首选项，选项</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>protected by {protection}</source>
            <translation>由{protection}保护</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>pruned at step {step:,}</source>
            <translation>在第 {step:,} 步中止</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/export.py" />
            <source>raises the number</source>
            <translation>提高数值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>relative distance</source>
            <translation>相对距离</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <location filename="../../workbench/tables/confusion.py" />
            <source>right</source>
            <comment>correct</comment>
            <translation>正确</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>rows: pre-trained, columns: then; dark = similar</source>
            <translation>行：预训练，列：当时；深色 = 相似</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>run            {id}</source>
            <translation>运行           {id}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>s.d.</source>
            <translation>标准差</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>scatter</source>
            <translation>散点</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <location filename="../../workbench/pages/data/texts/reading_pane.py" />
            <source>second</source>
            <translation>第二个</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/query.py" />
            <source>seed {seed}</source>
            <translation>种子 {seed}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/query.py" />
            <source>seed {seed}, {runs} runs</source>
            <translation>种子 {seed}，{runs} 次运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>setting</source>
            <translation>设置</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>shaded = 95 % interval</source>
            <translation>阴影 = 95 % 区间</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>should be {true}</source>
            <translation>应为 {true}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>shows its effect, {runs}</source>
            <translation>能显示其效果，{runs}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>shows nothing at this size, {runs}</source>
            <translation>此规模下看不出效果，{runs}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>slices with a higher error</source>
            <translation>错误率较高的切片</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>smoothed {weight:.2f}, raw behind</source>
            <translation>平滑 {weight:.2f}，原始值在后</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/column.py" />
            <source>stage {number}</source>
            <translation>阶段 {number}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>stage {position}: {title}, {steps:,} updates</source>
            <translation>阶段 {position}：{title}，{steps:,} 次更新</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>started        {time}</source>
            <translation>开始           {time}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>starting</source>
            <translation>正在启动</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>status         {status}</source>
            <translation>状态           {status}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>step {step}, {caption}</source>
            <translation>第 {step} 步，{caption}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>sweep: {sweep}</source>
            <translation>扫描：{sweep}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/reading_pane.py" />
            <source>tail</source>
            <comment>end of a text</comment>
            <translation>尾部</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>the clipboard holds no text.</source>
            <translation>剪贴板中没有文本。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>the objective is {name}</source>
            <translation>目标是{name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_dialog.py" />
            <source>the place {name}</source>
            <translation>位置 {name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>the raw file, because it could not be read</source>
            <translation>原始文件，因为无法读取</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft/draft.py" />
            <source>the saved draft cannot be read ({error}).</source>
            <translation>无法读取保存的草稿（{error}）。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>the stages of these runs differ</source>
            <translation>这些运行的阶段不同</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>the standard deviation</source>
            <translation>标准差</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>the {shown} least confident are listed</source>
            <translation>列出置信度最低的 {shown} 行</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>theme, dark mode, appearance</source>
            <translation>主题，深色模式，外观</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>this machine</source>
            <translation>本机</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/findings.py" />
            <source>this makes {runs:,} runs.</source>
            <translation>这将产生 {runs:,} 次运行。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>this run omits the stage</source>
            <translation>此运行不含该阶段</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>today {clock}</source>
            <translation>今天 {clock}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <source>top layer</source>
            <translation>顶层</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <source>trained by run {run}</source>
            <translation>由运行 {run} 训练</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>trained for    {active_seconds}</source>
            <translation>训练时长       {active_seconds}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>training texts</source>
            <translation>训练文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>trial {best} of search {id}</source>
            <translation>搜索 {id} 的试验 {best}</translation>
        </message>
        <message>
            <location filename="../../workbench/look/formats.py" />
            <source>twice</source>
            <translation>两次</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/form.py" />
            <source>unchanged</source>
            <translation>未更改</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>versions</source>
            <translation>版本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>vocab.txt, if it is elsewhere.</source>
            <translation>vocab.txt，若在别处。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/table.py" />
            <source>whole</source>
            <translation>完整</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>windows of {length} tokens</source>
            <translation>{length} 个词元的窗口</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>worse</source>
            <translation>更差</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>worst {number}</source>
            <translation>最差的第 {number} 个</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>wrong</source>
            <translation>错误</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>yes</source>
            <translation>是</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>yesterday {clock}</source>
            <translation>昨天 {clock}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>yours, {runs}</source>
            <translation>自有，{runs}</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>zoom, font size</source>
            <translation>缩放，字号</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>{active} of them are queued or running already.</source>
            <translation>其中 {active} 次已在队列中或正在运行。</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/records.py" />
            <source>{advanced_count} more fields</source>
            <translation>另外 {advanced_count} 个字段</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>{answer} by the decision rule</source>
            <translation>按决策规则为 {answer}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>{answer}, label {label}</source>
            <translation>{answer}，标签 {label}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>{average} word pieces on average, {maximum} at most; {percent} % of texts have over 512</source>
            <translation>平均 {average} 个词元，最多 {maximum} 个；{percent} % 的文本超过 512 个</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/rail.py" />
            <source>{badge} running</source>
            <translation>{badge} 个正在运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{began}, {n} change</source>
            <translation>{began}，{n} 处更改</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{began}, {n} changes</source>
            <translation>{began}，{n} 处更改</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>{beyond} longer</source>
            <translation>{beyond} 个更长</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>{broken} of {texts} texts were right and are wrong now: {rate} % (95 % interval {low} to {high}); {mended} were wrong and are right now. {before} before, {now} now.</source>
            <translation>{texts} 个文本中有 {broken} 个由对变错：{rate} %（95 % 区间 {low} 至 {high}）。{mended} 个由错变对。之前{before}，现在{now}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/query.py" />
            <source>{called}, stage {number}: {name}</source>
            <translation>{called}，阶段 {number}：{name}</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/curve_plot.py" />
            <source>{caption} · log</source>
            <translation>{caption} · 对数</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>{caption}, ring = selected checkpoint</source>
            <translation>{caption}，圆环 = 选定的检查点</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <source>{caption}; grey: other runs</source>
            <translation>{caption}；灰色：其他运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/column.py" />
            <source>{changed} of {many} changed</source>
            <translation>{many}中已更改 {changed} 项</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>{changed} of {many} in {name}</source>
            <translation>{name}：{many} 中的 {changed}</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/form.py" />
            <source>{changes} changed</source>
            <translation>已更改 {changes} 处</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>{chosen} runs</source>
            <translation>{chosen} 次运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>{classes} classes</source>
            <translation>{classes} 个类别</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>{classes}, right</source>
            <translation>{classes}，正确</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/confusion.py" />
            <source>{classes}: {data} right</source>
            <translation>{classes}：{data} 正确</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>{count:,} of {texts:,} texts.</source>
            <translation>{texts:,} 个文本中的 {count:,} 个。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>{count:,} of {texts:,} texts; the first {shown:,} are shown.</source>
            <translation>{texts:,} 个文本中的 {count:,} 个；显示前 {shown:,} 个。</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/histogram.py" />
            <source>{counts}, line at {cut}, {beyond} % beyond it</source>
            <translation>{counts}，线在 {cut}，{beyond} % 超出</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>{count} ended</source>
            <translation>{count} 次已结束</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>{count} more</source>
            <translation>还有 {count} 项</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/confusion.py" />
            <source>{count} of {true} rightly classified</source>
            <translation>{true} 中的 {count} 个分类正确</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/confusion.py" />
            <source>{count} of {true} taken for {guess}</source>
            <translation>{true} 中的 {count} 个误认为 {guess}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/explore.py" />
            <source>{count} runs</source>
            <translation>{count} 次运行</translation>
        </message>
        <message>
            <location filename="../../workbench/look/formats.py" />
            <source>{count} times</source>
            <translation>{count} 次</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{count} {title}</source>
            <translation>{count} 条“{title}”</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{count}, {n:,} stage reused</source>
            <translation>{count}，复用 {n:,} 个阶段</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{count}, {n:,} stages reused</source>
            <translation>{count}，复用 {n:,} 个阶段</translation>
        </message>
        <message>
            <location filename="../../workbench/look/formats.py" />
            <source>{days} d</source>
            <translation>{days} 天</translation>
        </message>
        <message>
            <location filename="../../workbench/look/formats.py" />
            <source>{days} d {hours} h</source>
            <translation>{days} 天 {hours} 小时</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{device}, 32-bit</source>
            <translation>{device}，32 位</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{device}, bfloat16</source>
            <translation>{device}，bfloat16</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>{differing} of {settings} differ</source>
            <translation>{settings} 项中 {differing} 项不同</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>{done} at {place}</source>
            <translation>{place} {done}</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/notifications.py" />
            <source>{done} of {rows} runs finished</source>
            <translation>{rows} 次运行中 {done} 次已完成</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>{done} or later</source>
            <translation>{done}或更晚</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>{earlier_title}, mean over tasks; lower = more forgetting</source>
            <translation>{earlier_title}，各任务平均；越低 = 遗忘越多</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/notifications.py" />
            <source>{ended} after {time}</source>
            <translation>{time} 后{ended}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>{ended} at {step:,} of {steps:,}</source>
            <translation>{ended}，在 {steps:,} 步中的第 {step:,} 步</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/answers.py" />
            <source>{file}: {n:,} rows.</source>
            <translation>{file}：{n:,} 行。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>{filled_cells} of {planned_cells} cells filled</source>
            <translation>{planned_cells} 个单元格中已填 {filled_cells} 个</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>{finding}; the first {shown} are shown</source>
            <translation>{finding}；显示前 {shown} 个</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>{finished} finished</source>
            <translation>{finished} 次已完成</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>{finished} finished of {count}</source>
            <translation>{count} 次中 {finished} 次已完成</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>{finished} of {count} finished</source>
            <translation>{count} 次中 {finished} 次已完成</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>{first} and {second} as a pair</source>
            <translation>{first} 和 {second} 组成一对</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>{folder} is there already.</source>
            <translation>{folder} 已存在。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>{forgotten} of {texts} generated training texts</source>
            <translation>{texts} 个生成的训练文本中的 {forgotten} 个</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>{forgotten} of {texts} training texts</source>
            <translation>{texts} 个训练文本中的 {forgotten} 个</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>{gpus} ({names}), {cores}</source>
            <translation>{gpus}（{names}），{cores}</translation>
        </message>
        <message>
            <location filename="../../workbench/look/formats.py" />
            <source>{hours} h</source>
            <translation>{hours} 小时</translation>
        </message>
        <message>
            <location filename="../../workbench/look/formats.py" />
            <source>{hours} h {minutes} min</source>
            <translation>{hours} 小时 {minutes} 分</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>{id} low</source>
            <translation>{id} 最低</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/forms.py" />
            <source>{index} of {n}</source>
            <translation>{n} 的 {index}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>{kind} for the best {title}</source>
            <translation>使{title}最佳的{kind}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/query.py" />
            <source>{label} (run {run})</source>
            <translation>{label}（运行 {run}）</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/layout.py" />
            <source>{label}, baseline</source>
            <translation>{label}，基线</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/truncation_bar.py" />
            <source>{last}. At most {limit} tokens of text fit, besides the special tokens.</source>
            <translation>{last}。除特殊词元外最多容纳 {limit} 个文本词元。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{layers} layers {times} {hidden}, {positions} tokens</source>
            <translation>{layers} 层 {times} {hidden}，{positions} 个词元</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>{login}; offline (HF_HUB_OFFLINE)</source>
            <translation>{login}；离线（HF_HUB_OFFLINE）</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/table.py" />
            <source>{lost} cut</source>
            <translation>截去 {lost}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>{low} to {high}</source>
            <translation>{low} 至 {high}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>{low} to {high} {over}</source>
            <translation>{over} {low} 至 {high}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>{many} GPUs</source>
            <translation>{many} 个 GPU</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>{many} of {whole} texts contain “{search}”.</source>
            <translation>{whole} 个文本中有 {many} 个包含“{search}”。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>{many} of {whole} texts contains “{search}”.</source>
            <translation>{whole} 个文本中有 {many} 个包含“{search}”。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>{many} of {whole} texts, drawn at random.</source>
            <translation>{whole} 个文本中的 {many} 个，随机抽取。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{many} runs at a time</source>
            <translation>同时运行 {many} 次</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>{many} runs queued</source>
            <translation>{many} 次运行已加入队列</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>{many} texts that contain “{search}”, drawn at random.</source>
            <translation>{many} 个包含“{search}”的文本，随机抽取。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/column.py" />
            <source>{many}, unchanged</source>
            <translation>{many}，未更改</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>{mean}, 95 % interval {low:.2f} to {high:.2f}</source>
            <translation>{mean}，95 % 区间 {low:.2f} 至 {high:.2f}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>{memory_bytes:.1f} of {have:.0f} GB</source>
            <translation>{have:.0f} GB 中的 {memory_bytes:.1f} GB</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>{metric} in cross-validation, %</source>
            <translation>交叉验证{metric}，%</translation>
        </message>
        <message>
            <location filename="../../workbench/look/formats.py" />
            <source>{minutes} min</source>
            <translation>{minutes} 分钟</translation>
        </message>
        <message>
            <location filename="../../workbench/look/formats.py" />
            <source>{minutes} min {seconds} s</source>
            <translation>{minutes} 分 {seconds} 秒</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>{missing} no longer in the store.</source>
            <translation>{missing} 已不在存储库中。</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>{more} more places</source>
            <translation>另外 {more} 个位置</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>{n:,} characters</source>
            <translation>{n:,} 个字符</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>{n:,} classes</source>
            <translation>{n:,} 个类别</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>{n:,} right text</source>
            <translation>{n:,} 个正确的文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>{n:,} right texts</source>
            <translation>{n:,} 个正确的文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>{n:,} row</source>
            <translation>{n:,} 行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>{n:,} row has no text</source>
            <translation>{n:,} 行没有文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>{n:,} row without text or label</source>
            <translation>{n:,} 行没有文本或标签</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>{n:,} rows</source>
            <translation>{n:,} 行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>{n:,} rows have no text</source>
            <translation>{n:,} 行没有文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>{n:,} rows without text or label</source>
            <translation>{n:,} 行没有文本或标签</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>{n:,} run</source>
            <translation>{n:,} 次运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>{n:,} run, {shown} drawn</source>
            <translation>{n:,} 次运行，已绘制 {shown}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>{n:,} runs</source>
            <translation>{n:,} 次运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>{n:,} runs are deleted.</source>
            <translation>{n:,} 次运行已删除。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>{n:,} runs, {shown} drawn</source>
            <translation>{n:,} 次运行，已绘制 {shown}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>{n:,} test texts</source>
            <translation>{n:,} 个测试文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>{n:,} text beyond {edge} →</source>
            <translation>{n:,} 个文本超出 {edge} →</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>{n:,} texts beyond {edge} →</source>
            <translation>{n:,} 个文本超出 {edge} →</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>{n:,} values</source>
            <translation>{n:,} 个值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>{n:,} wrong text</source>
            <translation>{n:,} 个出错的文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>{n:,} wrong texts</source>
            <translation>{n:,} 个出错的文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>{name}   {count:,} of {lines:,} lines</source>
            <translation>{name}   {lines:,} 行中的 {count:,} 行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>{name} (run {number})</source>
            <translation>{name}（运行 {number}）</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>{name} classified.csv</source>
            <translation>{name} 分类结果.csv</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>{name} is removed. Its runs stay.</source>
            <translation>{name} 已移除。其运行会保留。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_dialog.py" />
            <source>{name} is saved. Test checks the connection.</source>
            <translation>{name} 已保存。“测试”可检查连接。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>{name} was added to the catalogue: {file}</source>
            <translation>{name} 已加入目录：{file}</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plot_card.py" />
            <source>{name} was not saved: {strerror}</source>
            <translation>{name} 未能保存：{strerror}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>{name} {count} times</source>
            <translation>{name} {count} 次</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>{name}, lowest</source>
            <translation>{name}，最低</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>{name}, paper</source>
            <translation>{name}，论文</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>{name}, points</source>
            <translation>{name}，百分点</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>{name}, run {runs}</source>
            <translation>{name}，运行 {runs}</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/table.py" />
            <source>{name}, smoothed</source>
            <translation>{name}，平滑</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{name}, untrained</source>
            <translation>{name}，未训练</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>{name}, {cores} CPU cores</source>
            <translation>{name}，{cores} 个 CPU 核心</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>{name}, {task}</source>
            <translation>{name}，{task}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>{name}: 95 % interval {interval}</source>
            <translation>{name}：95 % 区间 {interval}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/column_menu.py" />
            <source>{name}: a column that you have added; remove it in the menu of columns</source>
            <translation>{name}：您添加的列；可在列菜单中移除</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/questions.py" />
            <source>{name}: another column</source>
            <translation>{name}：其他列</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>{name}: classes</source>
            <translation>{name}：类别</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>{name}: the text</source>
            <translation>{name}：文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>{name}: {value} {unit}.</source>
            <translation>{name}：{value} {unit}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>{needed:.1f} of {free:.0f} GB</source>
            <translation>{free:.0f} GB 中的 {needed:.1f} GB</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>{needed} rows show no significant difference from the baseline. Queue the seeds required: up to {most} of each, and of the baseline.</source>
            <translation>有 {needed} 行与基线无显著差异。将所需的种子加入队列：每行及基线各至多 {most} 个。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>{n} GPU</source>
            <translation>{n} 个 GPU</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>{n} GPUs</source>
            <translation>{n} 个 GPU</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{n} abilities</source>
            <translation>{n} 项能力</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{n} ability</source>
            <translation>{n} 项能力</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>{n} columns</source>
            <translation>{n} 列</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>{n} core</source>
            <translation>{n} 个核心</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>{n} cores</source>
            <translation>{n} 个核心</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/questions.py" />
            <source>{n} duplicate text</source>
            <translation>{n} 个重复文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/questions.py" />
            <source>{n} duplicate texts</source>
            <translation>{n} 个重复文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/column.py" />
            <source>{n} field</source>
            <translation>{n} 个字段</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/form.py" />
            <source>{n} field, {changes}</source>
            <translation>{n} 个字段，{changes}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/column.py" />
            <source>{n} fields</source>
            <translation>{n} 个字段</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/form.py" />
            <source>{n} fields, {changes}</source>
            <translation>{n} 个字段，{changes}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/panel.py" />
            <source>{n} finding to look at</source>
            <translation>{n} 项发现待查看</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/panel.py" />
            <source>{n} findings to look at</source>
            <translation>{n} 项发现待查看</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/labels.py" />
            <source>{n} more remark</source>
            <translation>另外 {n} 条说明</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/labels.py" />
            <source>{n} more remarks</source>
            <translation>另外 {n} 条说明</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>{n} reason</source>
            <translation>{n} 条理由</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>{n} reasons</source>
            <translation>{n} 条理由</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/questions.py" />
            <source>{n} row whose text has another label elsewhere</source>
            <translation>{n} 行的文本在别处有不同的标签</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/questions.py" />
            <source>{n} rows whose texts have two labels</source>
            <translation>{n} 行的文本有两个标签</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>{n} run</source>
            <translation>{n} 次运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>{n} run in the queue. A reproduction continues after any interruption.</source>
            <translation>{n} 次运行已在队列中。复现在任何中断之后都会继续。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/explore.py" />
            <source>{n} run lacks a value.</source>
            <translation>{n} 个运行缺少其中的值。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>{n} run queued</source>
            <translation>{n} 次运行已加入队列</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>{n} runs</source>
            <translation>{n} 次运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>{n} runs are queued.</source>
            <translation>{n} 次运行已加入队列。</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/closing.py" />
            <source>{n} runs have not ended yet.</source>
            <translation>{n} 次运行尚未结束。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>{n} runs in the queue. A reproduction continues after any interruption.</source>
            <translation>{n} 次运行已在队列中。复现在任何中断之后都会继续。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/explore.py" />
            <source>{n} runs lack a value.</source>
            <translation>{n} 个运行缺少其中的值。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>{n} runs queued</source>
            <translation>{n} 次运行已加入队列</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>{n} seeds that do not differ</source>
            <translation>{n} 个种子结果相同</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>{n} strategies</source>
            <translation>{n} 种策略</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/notifications.py" />
            <source>{n} strategies on these test texts so far</source>
            <translation>这些测试文本至今有 {n} 种策略测过</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>{n} strategies, {runs}</source>
            <translation>{n} 种策略，{runs}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>{n} strategy</source>
            <translation>{n} 种策略</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>{n} strategy, {runs}</source>
            <translation>{n} 种策略，{runs}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>{n} {state}</source>
            <translation>{n} 次{state}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{n} {values}</source>
            <translation>{n} {values}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/text_list.py" />
            <source>{offset} to {last} of {total}</source>
            <translation>{total} 中的第 {offset} 至 {last} 个</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{often} a stage</source>
            <translation>每阶段 {often}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>{of}: right once, wrong later</source>
            <translation>{of}：曾经正确，后来错误</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>{old} (run {first}), then {new} (run {second})</source>
            <translation>先 {old}（运行 {first}），后 {new}（运行 {second}）</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{on} of {switches} measures</source>
            <translation>{switches} 项测量中的 {on} 项</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>{parameters} M parameters</source>
            <translation>{parameters} M 参数</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{phase}, at {factor} times the rate</source>
            <translation>{phase}，学习率的 {factor} 倍</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>{phase}, {done:,} of {all:,}</source>
            <translation>{phase}，{all:,} 中的 {done:,}</translation>
        </message>
        <message>
            <location filename="../../workbench/engine_texts.py" />
            <source>{phase}, {done} of {all}</source>
            <translation>{phase}，{done} / {all}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>{planned} runs of the recipe belong here</source>
            <translation>此处应有该配方的 {planned} 次运行</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/canvas.py" />
            <source>{point}, on the front</source>
            <translation>{point}，位于前沿</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>{problem} The last readable state is shown.</source>
            <translation>{problem} 显示的是最后一次可读取的状态。</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>{queued} queued</source>
            <translation>{queued} 个排队</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>{queued}, to continue</source>
            <translation>{queued}，待继续</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>{rates}, stage {stage}</source>
            <translation>{rates}，阶段 {stage}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>{relabel:,} to relabel, {exclude:,} to exclude, {keep:,} to keep, {undecided:,} undecided (these stay as they are)</source>
            <translation>改标 {relabel:,}，排除 {exclude:,}，保留 {keep:,}，未决定 {undecided:,}（保持原样）</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>{result}, {rows} test texts</source>
            <translation>{result}，{rows} 个测试文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>{right_share} % of test texts are right ({right} of {texts}); {wrong_share} % wrong</source>
            <translation>{right_share} % 的测试文本正确（{texts} 个中的 {right} 个）；{wrong_share} % 出错</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>{room} free, {name}</source>
            <translation>可用 {room}，{name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>{room} tokens</source>
            <translation>{room} 个词元</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>{room} tokens, beyond the axis</source>
            <translation>{room} 个词元，超出坐标轴</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>{room} tokens, drag to change</source>
            <translation>{room} 个词元，拖动以更改</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>{rows:,} rows</source>
            <translation>{rows:,} 行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>{rows} of {total}</source>
            <translation>{total} 中的 {rows}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>{rows} of {total} generated test texts</source>
            <translation>{total} 个生成的测试文本中的 {rows} 个</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>{rows} of {total} test texts</source>
            <translation>{total} 个测试文本中的 {rows} 个</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>{rows} rows</source>
            <translation>{rows} 行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>{rows} test texts, not all labels right in {wrong} %</source>
            <translation>{rows} 个测试文本，{wrong} % 的标签不全对</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>{row}, {tokens} tokens</source>
            <translation>{row}，{tokens} 个词元</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>{rule}: {listed} and {more} more</source>
            <translation>{rule}：{listed} 以及另外 {more} 个</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>{rule}: {name} from {weight:.3f}</source>
            <translation>{rule}：{name}，自 {weight:.3f} 起</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>{run_count} earlier runs</source>
            <translation>{run_count} 次较早的运行</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>{running} running</source>
            <translation>{running} 个正在运行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>{running} still to finish.</source>
            <translation>{running} 尚未完成。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>{runs} of {planned} runs ({numbers}): mean {mean:.2f} %</source>
            <translation>{planned} 次运行中的 {runs} 次（{numbers}）：平均 {mean:.2f} %</translation>
        </message>
        <message>
            <location filename="../../workbench/look/formats.py" />
            <source>{seconds} s</source>
            <translation>{seconds} 秒</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>{size} {points} apart, not significant on {texts}</source>
            <translation>相差 {size} {points}，在 {texts}上不显著</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>{size} {points} better</source>
            <translation>好 {size} {points}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>{size} {points} worse</source>
            <translation>差 {size} {points}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>{split}, row {row}</source>
            <translation>{split}，第 {row} 行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>{split}, {total} rows</source>
            <translation>{split}，{total} 行</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>{split}: {texts} texts, {coverage:.1f} % answered, of which {wrong} % wrongly.</source>
            <translation>{split}：{texts} 个文本，作答 {coverage:.1f} %，其中 {wrong} % 错误。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <source>{stage}, {updates} updates</source>
            <translation>{stage}，{updates} 次更新</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{start:.0f} to {last:.0f} % of the stage</source>
            <translation>阶段的 {start:.0f} % 至 {last:.0f} %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>{sum} updates per epoch.</source>
            <translation>每轮 {sum} 次更新。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>{takes} You can close the window; the run continues.</source>
            <translation>{takes}您可以关闭窗口；运行会继续。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>{task}, stage {stage}</source>
            <translation>{task}，阶段 {stage}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>{texts:,.0f} texts/s on average</source>
            <translation>平均每秒 {texts:,.0f} 条文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>{texts:,.0f} texts/s, {tokens} tokens/s</source>
            <translation>{texts:,.0f} 文本/秒，{tokens} 词元/秒</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{texts} passages, {name}</source>
            <translation>{texts} 个段落，{name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>{texts} texts, {mean}.</source>
            <translation>{texts} 个文本，{mean}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>{text} ({i} of {many})</source>
            <translation>{text}（{many} 中的第 {i} 个）</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/explore.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <source>{text}, on demonstration texts</source>
            <translation>{text}，基于演示文本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>{title} against {name}</source>
            <translation>{title}，与 {name} 相比</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>{title} has not been read yet</source>
            <translation>{title} 尚未读取</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>{title} is among the recipes, and on the command line: palimpsest run {name}</source>
            <translation>{title} 已加入配方，命令行中为：palimpsest run {name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>{title} is no longer among the recipes</source>
            <translation>{title} 已从配方中移除</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>{title} needs a copy of your own</source>
            <translation>{title} 需要您自己的副本</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>{title} on the test texts minus that of {name}</source>
            <translation>测试文本上的{title}减去 {name} 的相应值</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>{title} was removed from the catalogue; its files are where they were.</source>
            <translation>{title} 已从目录中移除；其文件仍在原处。</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/curve_plot.py" />
            <location filename="../../workbench/plots/heat_map.py" />
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>{title}, as a table</source>
            <translation>{title}，表格</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{title}, unchanged</source>
            <translation>{title}，未改动</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>{title}. ± is {half} over seeds.</source>
            <translation>{title}。± 为各种子间的{half}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>{title}: the hub's copy is used.</source>
            <translation>{title}：使用 hub 的副本。</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/histogram.py" />
            <source>{total} in {bins} bins</source>
            <translation>{bins} 个区间中的 {total}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>{train} training, {test} test</source>
            <translation>{train} 训练，{test} 测试</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>{trials} of {planned} trials, {spent} of {hours} hours: {states}</source>
            <translation>{planned} 次试验中的 {trials} 次，{hours} 小时中的 {spent} 小时：{states}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>{trials} of {planned} trials: {states}</source>
            <translation>{planned} 次试验中的 {trials} 次：{states}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>{true} taken for {guess}</source>
            <translation>{true} 被误认为 {guess}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>{unfinished} of {n} run still has to run.</source>
            <translation>{n} 次运行中还有 {unfinished} 次要进行。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>{unfinished} of {n} runs still have to run.</source>
            <translation>{n} 次运行中还有 {unfinished} 次要进行。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>{unsure} of {n:,} answers have a confidence below {percent} %</source>
            <translation>{n:,} 个答案中有 {unsure} 个的置信度低于 {percent} %</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/editors.py" />
            <source>{value} is not a whole number.</source>
            <translation>{value} 不是整数。</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/editors.py" />
            <source>{value} is not allowed here: it must be {range}.</source>
            <translation>这里不允许 {value}：必须{range}。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>{verdict}, single runs</source>
            <translation>{verdict}，单次运行</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/delegates.py" />
            <source>{verdict}, {low:.2f} to {high:.2f}</source>
            <translation>{verdict}，{low:.2f} 至 {high:.2f}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>{worse} of {worst} slices found on one half are worse than the rest on the other half (p &lt; 0.05 after Holm's correction).</source>
            <translation>在一半文本上发现的 {worst} 个切片中，有 {worse} 个在另一半上比其余文本更差（Holm 校正后 p &lt; 0.05）。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>{wrong_share} % of test texts are wrong ({wrong} of {texts}); {right_share} % right</source>
            <translation>{wrong_share} % 的测试文本出错（{texts} 个中的 {wrong} 个）；{right_share} % 正确</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>± is {what} over seeds; bands too.</source>
            <translation>± 为各种子间的{what}；带也是。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>± s.d.</source>
            <translation>± 标准差</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>× before</source>
            <translation>× 之前</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attributions.py" />
            <source>“{text}” adds {value} to the logit: evidence against the prediction</source>
            <translation>“{text}”为 logit 增加 {value}：反对预测的证据</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attributions.py" />
            <source>“{text}” adds {value} to the logit: evidence for the prediction</source>
            <translation>“{text}”为 logit 增加 {value}：支持预测的证据</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attributions.py" />
            <source>“{text}” adds {value} to the number</source>
            <translation>“{text}”为数值增加 {value}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attributions.py" />
            <source>“{text}” is cut off: the model does not read it</source>
            <translation>“{text}”已被截断：模型不会读取</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/numbers.py" />
            <source>“{text}” is not a number; 0.1, 24 and 2e-5 are.</source>
            <translation>“{text}”不是数字；数字如 0.1、24 和 2e-5。</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/reading_pane.py" />
            <source>… {left} more characters</source>
            <translation>… 还有 {left} 个字符</translation>
        </message>
    </context>
    <context>
        <name>engine</name>
        <message>
            <source>% of the run</source>
            <translation>% 的运行时间</translation>
        </message>
        <message>
            <source>% of time</source>
            <translation>% 的时间</translation>
        </message>
        <message>
            <source>%, best</source>
            <translation>%，最佳</translation>
        </message>
        <message>
            <source>'last', 'all', 'pooler', layer numbers from 1 (0 is the embedding output, -1 the top) and ranges: '9..12', '1, 6, last'.</source>
            <translation>'last'、'all'、'pooler'、从 1 起的层号（0 是嵌入层输出，-1 是顶层）以及范围：'9..12'、'1, 6, last'。</translation>
        </message>
        <message>
            <source>'palimpsest fields' lists the settings.</source>
            <translation>“palimpsest fields”会列出设置。</translation>
        </message>
        <message>
            <source>'random' trains the same architecture from scratch, as a baseline.</source>
            <translation>'random' 从头训练同样的结构，作为基线。</translation>
        </message>
        <message>
            <source>'{axis}' makes the rows or columns of the table of '{recipe}', so it cannot have one value.</source>
            <translation>“{axis}”构成“{recipe}”表格的行或列，因此不能只有一个值。</translation>
        </message>
        <message>
            <source>'{cell}' is not a decision.</source>
            <translation>“{cell}”不是决定。</translation>
        </message>
        <message>
            <source>'{entry}' is not a class with a weight above 0.</source>
            <translation>“{entry}”不是类别及其权重（大于 0 的数）。</translation>
        </message>
        <message>
            <source>'{file}' cannot be read as JSON ({reason}).</source>
            <translation>无法把“{file}”作为 JSON 读取（{reason}）。</translation>
        </message>
        <message>
            <source>'{file}' holds no JSON object.</source>
            <translation>“{file}”中没有 JSON 对象。</translation>
        </message>
        <message>
            <source>'{file}' is nested too deeply.</source>
            <translation>“{file}”嵌套过深。</translation>
        </message>
        <message>
            <source>'{finding}' is not a finding whose texts can be left out.</source>
            <translation>“{finding}”不是可排除其文本的发现。</translation>
        </message>
        <message>
            <source>'{given}' is not a size in GB.</source>
            <translation>“{given}”不是以 GB 表示的大小。</translation>
        </message>
        <message>
            <source>'{name}' cannot be compared by size.</source>
            <translation>“{name}”不能比较大小。</translation>
        </message>
        <message>
            <source>'{name}' cannot name a file.</source>
            <translation>“{name}”不能用作文件名。</translation>
        </message>
        <message>
            <source>'{name}' cannot name a place.</source>
            <translation>“{name}”不能用作计算位置的名称。</translation>
        </message>
        <message>
            <source>'{name}' has a value for each class, so runs cannot be compared by it.</source>
            <translation>“{name}”每个类别各有一个值，因此无法据此比较运行。</translation>
        </message>
        <message>
            <source>'{name}' has no fields.</source>
            <translation>“{name}”没有字段。</translation>
        </message>
        <message>
            <source>'{name}' has {layers} layers, so there is no layer {teacher_layer}.</source>
            <translation>“{name}”有 {layers} 层，因此没有第 {teacher_layer} 层。</translation>
        </message>
        <message>
            <source>'{name}' holds a {kind} model, not a BERT-like encoder.</source>
            <translation>“{name}”中是 {kind} 模型，不是类 BERT 编码器。</translation>
        </message>
        <message>
            <source>'{name}' holds no Hugging Face model, not a BERT-like encoder.</source>
            <translation>“{name}”中没有 Hugging Face 模型，也没有类 BERT 编码器。</translation>
        </message>
        <message>
            <source>'{name}' holds {what}, not a BERT-like encoder.</source>
            <translation>“{name}”中是 {what}，不是类 BERT 编码器。</translation>
        </message>
        <message>
            <source>'{name}' is no field of the format.</source>
            <translation>“{name}”不是该格式的字段。</translation>
        </message>
        <message>
            <source>'{name}' is not a class of the data set.</source>
            <translation>“{name}”不是数据集的类别。</translation>
        </message>
        <message>
            <source>'{name}' is not a label of the data set.</source>
            <translation>“{name}”不是数据集的标签。</translation>
        </message>
        <message>
            <source>'{name}' is not in their order ({order}).</source>
            <translation>“{name}”不在其顺序中（{order}）。</translation>
        </message>
        <message>
            <source>'{name}' is the name of a Windows device and cannot name a file.</source>
            <translation>“{name}”是 Windows 的设备名，不能用作文件名。</translation>
        </message>
        <message>
            <source>'{name}' may be {one} or {other}.</source>
            <translation>“{name}”可能是 {one} 或 {other}。</translation>
        </message>
        <message>
            <source>'{name}' names another size than '{size}'.</source>
            <translation>“{name}”指明的大小不是“{size}”。</translation>
        </message>
        <message>
            <source>'{name}' occurs twice in {cell}.</source>
            <translation>“{name}”在 {cell} 中出现了两次。</translation>
        </message>
        <message>
            <source>'{name}...' is too long for the name of a file.</source>
            <translation>“{name}...”作为文件名太长。</translation>
        </message>
        <message>
            <source>'{only}' is the only label of {rows} rows.</source>
            <translation>“{only}”是 {rows} 行中唯一的标签。</translation>
        </message>
        <message>
            <source>'{record}' is not a row number.</source>
            <translation>“{record}”不是行号。</translation>
        </message>
        <message>
            <source>'{source}' cannot be loaded ({reason}).</source>
            <translation>无法载入“{source}”（{reason}）。</translation>
        </message>
        <message>
            <source>'{source}' has no {split} split.</source>
            <translation>“{source}”没有{split}集。</translation>
        </message>
        <message>
            <source>'{source}' holds an adapter ({file}) rather than an encoder alone.</source>
            <translation>“{source}”中是适配器（{file}），而不只是编码器。</translation>
        </message>
        <message>
            <source>'{source}' is a file.</source>
            <translation>“{source}”是文件。</translation>
        </message>
        <message>
            <source>'{source}' names no run.</source>
            <translation>“{source}”没有指明运行。</translation>
        </message>
        <message>
            <source>'{suffix}' is not a known ending.</source>
            <translation>“{suffix}”不是已知的扩展名。</translation>
        </message>
        <message>
            <source>'{suffix}' is not an ending of a decisions file.</source>
            <translation>“{suffix}”不是决定文件的扩展名。</translation>
        </message>
        <message>
            <source>'{text}' gives no shares between 0 and 1.</source>
            <translation>“{text}”没有指明 0 到 1 之间的份额。</translation>
        </message>
        <message>
            <source>'{text}' needs {mark} once, where the name of the class goes.</source>
            <translation>“{text}”中需要出现一次 {mark}，即类别名称的位置。</translation>
        </message>
        <message>
            <source>'{value}' cannot join two conditions.</source>
            <translation>“{value}”不能连接两个条件。</translation>
        </message>
        <message>
            <source>'{value}' is not a choice of layers.</source>
            <translation>“{value}”不是层的写法。</translation>
        </message>
        <message>
            <source>'{value}' is not a day.</source>
            <translation>“{value}”不是日期。</translation>
        </message>
        <message>
            <source>'{value}' is not a duration.</source>
            <translation>“{value}”不是时长。</translation>
        </message>
        <message>
            <source>'{value}' is not a list of steps.</source>
            <translation>“{value}”不是步数列表。</translation>
        </message>
        <message>
            <source>'{value}' is not a number above 0.</source>
            <translation>“{value}”不是大于 0 的数。</translation>
        </message>
        <message>
            <source>'{value}' is not a number.</source>
            <translation>“{value}”不是数字。</translation>
        </message>
        <message>
            <source>'{value}' is not a starting point.</source>
            <translation>“{value}”不是起点。</translation>
        </message>
        <message>
            <source>'{value}' is not known.</source>
            <translation>“{value}”未知。</translation>
        </message>
        <message>
            <source>(IA)³</source>
            <translation>(IA)³</translation>
        </message>
        <message>
            <source>--abstain-below and --max-risk both define when to abstain.</source>
            <translation>--abstain-below 和 --max-risk 都规定何时不作答。</translation>
        </message>
        <message>
            <source>--judge-by, --margin, --details and --queue-seeds need a test.</source>
            <translation>--judge-by、--margin、--details 和 --queue-seeds 需要检验。</translation>
        </message>
        <message>
            <source>--metric and --cost define two different rules.</source>
            <translation>--metric 和 --cost 规定两种不同的规则。</translation>
        </message>
        <message>
            <source>--no-int8 leaves out the 8-bit graph of --layout {onnx}, and {layout} has none.</source>
            <translation>--no-int8 省去 --layout {onnx} 的 8 位图，而 {layout} 没有这种图。</translation>
        </message>
        <message>
            <source>--set and --encoder have an effect only with --data.</source>
            <translation>--set 和 --encoder 只有与 --data 一起才有作用。</translation>
        </message>
        <message>
            <source>/s</source>
            <translation>/秒</translation>
        </message>
        <message>
            <source>0 is no limit.</source>
            <translation>0 表示不限。</translation>
        </message>
        <message>
            <source>0: all cores.</source>
            <translation>0：使用全部核心。</translation>
        </message>
        <message>
            <source>0: masks and pairs are drawn anew in every pass. Else the corpus is prepared this many times over and then repeated, as the original does (10; the paper's code 5).</source>
            <translation>0：每一遍都重新抽取掩码和句对。否则语料按此份数预先准备好，然后重复使用，与原始做法一致（10；论文代码为 5）。</translation>
        </message>
        <message>
            <source>1 cell begins like a formula and got an apostrophe, so that no spreadsheet computes it.</source>
            <translation>有 1 个单元格的开头像公式，已加上撇号，以免电子表格计算它。</translation>
        </message>
        <message>
            <source>1 row without label left out of {file}.</source>
            <translation>已从 {file} 排除 1 行没有标签的行。</translation>
        </message>
        <message>
            <source>1 row without text left out of {file}.</source>
            <translation>已从 {file} 排除 1 行没有文本的行。</translation>
        </message>
        <message>
            <source>100 − Hamming loss</source>
            <translation>100 − Hamming 损失</translation>
        </message>
        <message>
            <source>100 − calibration error</source>
            <translation>100 − 校准误差</translation>
        </message>
        <message>
            <source>1e-3</source>
            <translation>1e-3</translation>
        </message>
        <message>
            <source>2e-3</source>
            <translation>2e-3</translation>
        </message>
        <message>
            <source>2e-5 is the paper's choice.</source>
            <translation>论文选用 2e-5。</translation>
        </message>
        <message>
            <source>32-bit</source>
            <translation>32 位</translation>
        </message>
        <message>
            <source>4e-4</source>
            <translation>4e-4</translation>
        </message>
        <message>
            <source>5e-4</source>
            <translation>5e-4</translation>
        </message>
        <message>
            <source>6 kinds of answer, or 50 finer ones.</source>
            <translation>6 类答案，或 50 个更细的类别。</translation>
        </message>
        <message>
            <source>8e-3</source>
            <translation>8e-3</translation>
        </message>
        <message>
            <source>A backslash alone</source>
            <translation>单个反斜杠</translation>
        </message>
        <message>
            <source>A bidirectional LSTM over all tokens with structured self-attention (Lin et al. 2017).</source>
            <translation>对所有词元的双向 LSTM，带结构化自注意力（Lin et al. 2017）。</translation>
        </message>
        <message>
            <source>A bound has no effect when the last update is tested.</source>
            <translation>只要测试的是最后一次更新，界限就不起作用。</translation>
        </message>
        <message>
            <source>A bundled sample (samples:reviews), a set of the paper (paper:imdb), a set of the catalogue (catalogue:NAME), a file or folder, or a hub id (hub:imdb).</source>
            <translation>内置样例（samples:reviews）、论文的数据集（paper:imdb）、目录中的数据集（catalogue:NAME）、文件或文件夹，或 hub 标识（hub:imdb）。</translation>
        </message>
        <message>
            <source>A capsule holds finished runs.</source>
            <translation>封装包只含已完成的运行。</translation>
        </message>
        <message>
            <source>A cell is a list of 0 and 1, one for each label; data.classes names them in that order.</source>
            <translation>单元格是 0 和 1 的列表，每个标签一个；data.classes 按该顺序给出名称。</translation>
        </message>
        <message>
            <source>A checkpoint is PREFIX.index and PREFIX.data-00000-of-00001.</source>
            <translation>检查点是 PREFIX.index 和 PREFIX.data-00000-of-00001。</translation>
        </message>
        <message>
            <source>A cluster with Slurm: this computer, where jobs can be submitted from it, or a login node over SSH.</source>
            <translation>使用 Slurm 的集群：本机（若可从本机提交作业），或通过 SSH 访问的登录节点。</translation>
        </message>
        <message>
            <source>A commit, tag or branch of the hub's repository; empty: the newest when the run is queued.</source>
            <translation>hub 仓库的提交、标签或分支；留空：运行进入队列时的最新版本。</translation>
        </message>
        <message>
            <source>A commit, tag or branch of the hub's repository; empty: the newest.</source>
            <translation>hub 仓库的提交、标签或分支；留空：最新版本。</translation>
        </message>
        <message>
            <source>A comparison is: test &lt; 4</source>
            <translation>比较的写法：test &lt; 4</translation>
        </message>
        <message>
            <source>A constraint on the checkpoint, such as the lowest error with language forgotten at most × 1.5. Forgetting is then measured at every evaluation, whatever the cost.</source>
            <translation>检查点必须满足的约束，例如：语言能力损失不超过 × 1.5 时错误率最低。此时每次评估都测量遗忘，不计所花时间。</translation>
        </message>
        <message>
            <source>A folder needs a sub-folder of text files for each class (.txt), or files called train and test.</source>
            <translation>文件夹中每个类别需要一个存放文本文件（.txt）的子文件夹，或者需要名为 train 和 test 的文件。</translation>
        </message>
        <message>
            <source>A fresh random order each epoch, as in the paper. With packing no time goes into padding.</source>
            <translation>每轮重新随机排序，与论文一致。打包后不会在填充上花费时间。</translation>
        </message>
        <message>
            <source>A hidden layer between features and classes.</source>
            <translation>特征与类别之间的一个隐藏层。</translation>
        </message>
        <message>
            <source>A key of the store that every evaluation has: retention/factor (perplexity on general text relative to that before training), drift/all, or a validation metric such as validation/calibration_error.</source>
            <translation>存储库中每次评估都有的键：retention/factor（对通用文本的困惑度是训练前的多少倍）、drift/all，或某个验证指标，例如 validation/calibration_error。</translation>
        </message>
        <message>
            <source>A label, a blank and a text on each line; several labels where each begins with __label__.</source>
            <translation>每行为标签、空格和文本；若各标签以 __label__ 开头，可以有多个标签。</translation>
        </message>
        <message>
            <source>A machine with Palimpsest installed that you can log in to with ssh, without typing a password.</source>
            <translation>装有 Palimpsest 且可用 ssh 免密码登录的机器。</translation>
        </message>
        <message>
            <source>A number</source>
            <translation>数值</translation>
        </message>
        <message>
            <source>A number, or type and number (a100:2). Empty: none.</source>
            <translation>数量,或类型与数量(a100:2)。留空:无。</translation>
        </message>
        <message>
            <source>A rate of its own for the head; 0: the stage's rate.</source>
            <translation>分类头单独的学习率；0：使用阶段的学习率。</translation>
        </message>
        <message>
            <source>A real number: a rating, a price, a share.</source>
            <translation>实数：评分、价格、比例。</translation>
        </message>
        <message>
            <source>A run with {settings} can be exported for transformers.</source>
            <translation>使用 {settings} 的运行可以导出给 transformers。</translation>
        </message>
        <message>
            <source>A search would use them.</source>
            <translation>而搜索会用到验证标签。</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>A second graph has 8-bit weights; the test texts that it answers differently are counted.</source>
            <translation>第二个图使用 8 位权重；会统计它在多少测试文本上给出不同的答案。</translation>
        </message>
        <message>
            <source>A seed of its own for this stage. Runs that repeat the rest with other seeds then share this stage.</source>
            <translation>此阶段单独的种子。以其他种子重复其余部分的运行将共用此阶段。</translation>
        </message>
        <message>
            <source>A separate file for the final test.</source>
            <translation>用于最终测试的单独文件。</translation>
        </message>
        <message>
            <source>A separate file for validation; empty: a share of the training split.</source>
            <translation>用于验证的单独文件；留空：取训练集的一部分。</translation>
        </message>
        <message>
            <source>A short linear rise and a long linear fall, starting and ending at 1/ratio of the peak (ULMFiT).</source>
            <translation>先短暂线性上升，再长时间线性下降，起点和终点均为峰值的 1/ratio（ULMFiT）。</translation>
        </message>
        <message>
            <source>A single backslash replaces a line break. The hub's copy joins title and description by a blank.</source>
            <translation>单独的反斜杠表示换行。hub 的副本用空格连接标题和描述。</translation>
        </message>
        <message>
            <source>A size has set and sweep.</source>
            <translation>大小有 set 和 sweep。</translation>
        </message>
        <message>
            <source>A thousand generated headlines, four topics, a small BERT: a first model within a minute and a half on two CPU cores.</source>
            <translation>一千条生成的新闻标题，四个主题，一个小型 BERT：两个 CPU 核心上一分半钟之内得到第一个模型。</translation>
        </message>
        <message>
            <source>A value is required.</source>
            <translation>需要一个值。</translation>
        </message>
        <message>
            <source>AG's News</source>
            <translation>AG's News</translation>
        </message>
        <message>
            <source>Abilities</source>
            <translation>能力</translation>
        </message>
        <message>
            <source>Ability</source>
            <translation>能力</translation>
        </message>
        <message>
            <source>Absolute</source>
            <translation>绝对</translation>
        </message>
        <message>
            <source>Account</source>
            <translation>账户</translation>
        </message>
        <message>
            <source>Accumulation</source>
            <translation>梯度累积</translation>
        </message>
        <message>
            <source>Accuracy</source>
            <translation>准确率</translation>
        </message>
        <message>
            <source>Activation</source>
            <translation>激活函数</translation>
        </message>
        <message>
            <source>Activation checkpointing: layers are computed again in the backward pass; less memory, a third more time.</source>
            <translation>激活检查点：反向传播时重新计算各层；内存更少，时间多三分之一。</translation>
        </message>
        <message>
            <source>Adam with bias correction and decoupled weight decay.</source>
            <translation>带偏差校正和解耦权重衰减的 Adam。</translation>
        </message>
        <message>
            <source>Adam without bias correction, whose moments begin at zero.</source>
            <translation>没有偏差校正的 Adam，其矩从零开始。</translation>
        </message>
        <message>
            <source>AdamW</source>
            <translation>AdamW</translation>
        </message>
        <message>
            <source>Adapt all matrices, or use no adapter.</source>
            <translation>请适配所有矩阵，或不用适配器。</translation>
        </message>
        <message>
            <source>Adapter</source>
            <translation>适配器</translation>
        </message>
        <message>
            <source>Add --yes.</source>
            <translation>请加上 --yes。</translation>
        </message>
        <message>
            <source>Add one with: palimpsest places add NAME ssh host=HOST</source>
            <translation>可这样添加：palimpsest places add NAME ssh host=HOST</translation>
        </message>
        <message>
            <source>Add {again} to that stage's kept steps.</source>
            <translation>请把 {again} 加入该阶段保留的步数。</translation>
        </message>
        <message>
            <source>Add {ways}.</source>
            <translation>请加上 {ways}。</translation>
        </message>
        <message>
            <source>Added to the root of the second moment.</source>
            <translation>加在二阶矩的平方根上。</translation>
        </message>
        <message>
            <source>Adds a low-rank product to matrices, W + (α / r) B A; merged into W when the stage ends (LoRA).</source>
            <translation>为矩阵加上低秩乘积：W + (α / r) B A；阶段结束时并入 W（LoRA）。</translation>
        </message>
        <message>
            <source>Adds α/2 ‖w − w⁰‖² over the encoder and β/2 ‖w‖² over the new head to the loss, in place of weight decay.</source>
            <translation>在损失中加入编码器的 α/2 ‖w − w⁰‖² 和新分类头的 β/2 ‖w‖²，代替权重衰减。</translation>
        </message>
        <message>
            <source>Adds λ T² KL(p_before ‖ p_now) on the new task's texts, both softened with temperature T (LwF). Earlier tasks have to be learnt as single label or soft label.</source>
            <translation>在新任务的文本上加入 λ T² KL(p_before ‖ p_now)，两者均以温度 T 软化（LwF）。对于较早的任务，仅支持以单标签或软标签学习的任务，其余会被拒绝。</translation>
        </message>
        <message>
            <source>Adds λ/2 Σ F_i (w_i − w⁰_i)² to the loss; F is the diagonal Fisher information of what was known before (EWC). Earlier tasks have to be learnt as single label or soft label.</source>
            <translation>在损失中加入 λ/2 Σ F_i (w_i − w⁰_i)²；F 是先前所知内容的对角 Fisher 信息（EWC）。对于较早的任务，仅支持以单标签或软标签学习的任务，其余会被拒绝。</translation>
        </message>
        <message>
            <source>Against forgetting</source>
            <translation>防止遗忘</translation>
        </message>
        <message>
            <source>Agreement beyond chance, where an answer counts by the square of its distance in ranks: 1 is perfect, 0 chance.</source>
            <translation>超出偶然的一致程度，答案按等级距离的平方计：1 为完全一致，0 为偶然。</translation>
        </message>
        <message>
            <source>All 4, concatenated</source>
            <translation>全部 4 层，拼接</translation>
        </message>
        <message>
            <source>All matrices</source>
            <translation>所有矩阵</translation>
        </message>
        <message>
            <source>All of the text: fractions of the full length are encoded one by one, then combined into one vector.</source>
            <translation>读取全文：全长的各片段逐一编码，再合并为一个向量。</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/verdicts/statistics.py" />
            <source>All seeds gave the same result, so there is no interval: too few seeds to estimate their variance.</source>
            <translation>各种子结果相同之处没有区间：种子这么少，不能说明种子没有影响。</translation>
        </message>
        <message>
            <source>All splits, test too</source>
            <translation>所有划分，含测试集</translation>
        </message>
        <message>
            <source>All texts alike</source>
            <translation>所有文本相同</translation>
        </message>
        <message>
            <source>Allow more errors, or train a better model.</source>
            <translation>请允许更多错误，或训练更好的模型。</translation>
        </message>
        <message>
            <source>Allow more tokens.</source>
            <translation>请允许更多词元。</translation>
        </message>
        <message>
            <source>Allow {least} or more.</source>
            <translation>请允许 {least} 或更多。</translation>
        </message>
        <message>
            <source>An installed spaCy pipeline, as the paper's code uses en_core_web_md.</source>
            <translation>已安装的 spaCy 流水线，如论文代码使用 en_core_web_md。</translation>
        </message>
        <message>
            <source>Anchor</source>
            <translation>锚定</translation>
        </message>
        <message>
            <source>Annealed</source>
            <translation>退火</translation>
        </message>
        <message>
            <source>Another file than ~/.ssh/config.</source>
            <translation>使用 ~/.ssh/config 之外的文件。</translation>
        </message>
        <message>
            <source>Answers</source>
            <translation>答案</translation>
        </message>
        <message>
            <source>Answers with the class whose name is nearest to the text: no label is used, only the encoder. Only for tasks learnt as single label.</source>
            <translation>以名称最接近文本的类别作答：不使用标签，只用编码器。仅用于按单标签学习的任务。</translation>
        </message>
        <message>
            <source>Apart from</source>
            <translation>排除</translation>
        </message>
        <message>
            <source>Apply decisions to the data set that they were written for.</source>
            <translation>请把决定应用到它们所针对的数据集。</translation>
        </message>
        <message>
            <source>As given</source>
            <translation>按给定值</translation>
        </message>
        <message>
            <source>As sbatch takes it: 04:00:00, 2-12. Empty: the partition's. A run that needs longer continues in another job of the same limit.</source>
            <translation>按 sbatch 的写法：04:00:00、2-12。留空：分区的时限。需要更久的运行会在另一个时限相同的作业中继续。</translation>
        </message>
        <message>
            <source>As ssh takes it. Empty: this computer itself submits jobs.</source>
            <translation>按 ssh 的写法。留空：由本机提交作业。</translation>
        </message>
        <message>
            <source>As ssh takes it: a name, user@name, or an alias of ~/.ssh/config.</source>
            <translation>按 ssh 的写法：名称、user@name，或 ~/.ssh/config 中的别名。</translation>
        </message>
        <message>
            <source>As the paper's code</source>
            <translation>按论文代码</translation>
        </message>
        <message>
            <source>As the paper's text</source>
            <translation>按论文正文</translation>
        </message>
        <message>
            <source>Ask for a plain state dict (torch.save(model.state_dict(), ...)).</source>
            <translation>请索取普通的 state dict（torch.save(model.state_dict(), ...)）。</translation>
        </message>
        <message>
            <source>Ask for at least {n}.</source>
            <translation>请至少取 {n}。</translation>
        </message>
        <message>
            <source>Ask for at most {there}, or 0 for all.</source>
            <translation>最多 {there}，或用 0 表示全部。</translation>
        </message>
        <message>
            <source>Ask for fewer layers.</source>
            <translation>请减少层数。</translation>
        </message>
        <message>
            <source>Ask for fewer.</source>
            <translation>请减少。</translation>
        </message>
        <message>
            <source>Ask for less.</source>
            <translation>请减少要求。</translation>
        </message>
        <message>
            <source>Asynchronous successive halving: at evaluations 1, η, η² … only the best 1/η of the runs that have come so far go on (Li et al. 2020, algorithm 2).</source>
            <translation>异步逐次减半：在第 1、η、η² … 次评估时，到达此处的运行中只有最好的 1/η 继续（Li et al. 2020，算法 2）。</translation>
        </message>
        <message>
            <source>At a fifth of the rate</source>
            <translation>五分之一学习率</translation>
        </message>
        <message>
            <source>At least</source>
            <translation>至少</translation>
        </message>
        <message>
            <source>At most</source>
            <translation>至多</translation>
        </message>
        <message>
            <source>At once</source>
            <translation>同时进行</translation>
        </message>
        <message>
            <source>Attention</source>
            <translation>注意力</translation>
        </message>
        <message>
            <source>Attention over layers</source>
            <translation>对各层的注意力</translation>
        </message>
        <message>
            <source>Attention units</source>
            <translation>注意力单元</translation>
        </message>
        <message>
            <source>Augmentation</source>
            <translation>数据增强</translation>
        </message>
        <message>
            <source>Augmentation of the training texts.</source>
            <translation>如何变换训练文本以得到更多文本。</translation>
        </message>
        <message>
            <source>Automatic</source>
            <translation>自动</translation>
        </message>
        <message>
            <source>Automatic requeue</source>
            <translation>自动重新排队</translation>
        </message>
        <message>
            <source>Available: {known}.</source>
            <translation>可用的有：{known}。</translation>
        </message>
        <message>
            <source>Available: {names}.</source>
            <translation>可用的有：{names}。</translation>
        </message>
        <message>
            <source>Average a later stage, or a run of a pre-trained encoder.</source>
            <translation>请对更后面的阶段，或预训练编码器的运行取平均。</translation>
        </message>
        <message>
            <source>Average a stage whose tasks are of one kind.</source>
            <translation>请对任务同类的阶段取平均。</translation>
        </message>
        <message>
            <source>Average precision</source>
            <translation>平均精确率</translation>
        </message>
        <message>
            <source>BERT-CDPT-FiT</source>
            <translation>BERT-CDPT-FiT</translation>
        </message>
        <message>
            <source>BERT-CDPT-MFiT-FiT</source>
            <translation>BERT-CDPT-MFiT-FiT</translation>
        </message>
        <message>
            <source>BERT-Feat</source>
            <translation>BERT-Feat</translation>
        </message>
        <message>
            <source>BERT-FiT</source>
            <translation>BERT-FiT</translation>
        </message>
        <message>
            <source>BERT-ITPT-FiT</source>
            <translation>BERT-ITPT-FiT</translation>
        </message>
        <message>
            <source>BERT-MFiT-FiT</source>
            <translation>BERT-MFiT-FiT</translation>
        </message>
        <message>
            <source>BERT-base failed to learn at 4e-4 (Sun et al. 2019, 5.3.3).</source>
            <translation>BERT-base 在 4e-4 下学不到东西（Sun et al. 2019, 5.3.3）。</translation>
        </message>
        <message>
            <source>BERT-base on IMDb as published: 512 tokens, head 128 + tail 382, ξ 0.95, 2e-5, 4 epochs of batches of 24, and otherwise the settings of the paper's code. Needs the hub and a GPU.</source>
            <translation>按论文在 IMDb 上训练 BERT-base：512 个词元，头部 128 + 尾部 382，ξ 0.95，2e-5，批大小 24，4 轮，其余一切按论文代码。需要 hub 和 GPU。</translation>
        </message>
        <message>
            <source>BERT-large</source>
            <translation>BERT-large</translation>
        </message>
        <message>
            <source>Backward transfer</source>
            <translation>反向迁移</translation>
        </message>
        <message>
            <source>Backward transfer: accuracy on earlier tasks minus that right after they were learnt, points; below zero is forgetting (Lopez-Paz and Ranzato 2017).</source>
            <translation>反向迁移：较早任务的准确率减去刚学完时的准确率，百分点；小于零即为遗忘（Lopez-Paz and Ranzato 2017）。</translation>
        </message>
        <message>
            <source>Balanced accuracy</source>
            <translation>平衡准确率</translation>
        </message>
        <message>
            <source>Balanced: 1 / texts of the class</source>
            <translation>平衡：1 / 类别的文本数</translation>
        </message>
        <message>
            <source>Balanced: texts without / texts with the label</source>
            <translation>平衡：无该标签的文本数 / 有该标签的文本数</translation>
        </message>
        <message>
            <source>Baselines learn one class, several labels, ordered classes or numbers.</source>
            <translation>基线可学习单个类别、多个标签、有序类别或数值。</translation>
        </message>
        <message>
            <source>Batch size</source>
            <translation>批大小</translation>
        </message>
        <message>
            <source>Batches</source>
            <translation>批次</translation>
        </message>
        <message>
            <source>Begin with the head of the stage it starts from, which has learnt the same data set, in place of a new one: the head alone first, for as long as it improves, then everything at a low rate.</source>
            <translation>从此阶段所接续阶段的分类头开始（它学过同一数据集），而不用新的分类头：先只训练分类头，直到不再改进，然后以低学习率训练全部。</translation>
        </message>
        <message>
            <source>BertAdam (original)</source>
            <translation>BertAdam（原始）</translation>
        </message>
        <message>
            <source>Best on</source>
            <translation>最佳依据</translation>
        </message>
        <message>
            <source>Best on validation</source>
            <translation>验证集上最佳</translation>
        </message>
        <message>
            <source>Best validation</source>
            <translation>最佳验证</translation>
        </message>
        <message>
            <source>Best validation error</source>
            <translation>最佳验证错误率</translation>
        </message>
        <message>
            <source>BiLSTM with self-attention (BERT-Feat)</source>
            <translation>带自注意力的 BiLSTM（BERT-Feat）</translation>
        </message>
        <message>
            <source>Bound</source>
            <translation>约束值</translation>
        </message>
        <message>
            <source>Bound drift/all, set no bound, or choose an encoder with a masked-word head.</source>
            <translation>请限制 drift/all，或不设界限，或选择带有掩码词预测头的编码器。</translation>
        </message>
        <message>
            <source>Brier score</source>
            <translation>Brier 分数</translation>
        </message>
        <message>
            <source>Bring them here (palimpsest fetch {run}).</source>
            <translation>请取到这里（palimpsest fetch {run}）。</translation>
        </message>
        <message>
            <source>Broken line (original code)</source>
            <translation>折线（原始代码）</translation>
        </message>
        <message>
            <source>Bundled sets are called samples:NAME, sets of the hub hub:NAME.</source>
            <translation>内置数据集写作 samples:名称，hub 的数据集写作 hub:名称。</translation>
        </message>
        <message>
            <source>Bundled: none.</source>
            <translation>没有内置的数据集。</translation>
        </message>
        <message>
            <source>Bundled: {names}.</source>
            <translation>内置的有：{names}。</translation>
        </message>
        <message>
            <source>By cross-validation</source>
            <translation>由交叉验证决定</translation>
        </message>
        <message>
            <source>CLASS=WEIGHT for each class whose weight is not 1: spam=5.</source>
            <translation>为每个权重不为 1 的类别填写 CLASS=WEIGHT：spam=5。</translation>
        </message>
        <message>
            <source>CPU threads</source>
            <translation>CPU 线程</translation>
        </message>
        <message>
            <source>CPUs</source>
            <translation>CPU</translation>
        </message>
        <message>
            <source>CSV / TSV</source>
            <translation>CSV / TSV</translation>
        </message>
        <message>
            <source>Calibration error</source>
            <translation>校准误差</translation>
        </message>
        <message>
            <source>Call the command from another folder.</source>
            <translation>请从其他文件夹调用该命令。</translation>
        </message>
        <message>
            <source>Cells were computed in different precisions ({used}).</source>
            <translation>各单元格的计算精度不同（{used}）。</translation>
        </message>
        <message>
            <source>Chain-thaw</source>
            <translation>Chain-thaw</translation>
        </message>
        <message>
            <source>Change a recipe in its file, or run it with: palimpsest run RECIPE --set KEY=VALUE</source>
            <translation>请在配方的文件中更改，或这样运行：palimpsest run RECIPE --set KEY=VALUE</translation>
        </message>
        <message>
            <source>Changes of the weights by the optimiser.</source>
            <translation>优化器更改权重的次数。</translation>
        </message>
        <message>
            <source>Characters</source>
            <translation>字符</translation>
        </message>
        <message>
            <source>Check its permissions, end the program that has locked it, and try again.</source>
            <translation>请检查其权限，结束锁定它的程序，然后重试。</translation>
        </message>
        <message>
            <source>Check its permissions.</source>
            <translation>请检查其权限。</translation>
        </message>
        <message>
            <source>Check that both files use the same labels and the same columns.</source>
            <translation>请检查两个文件的标签和列是否一致。</translation>
        </message>
        <message>
            <source>Check that both sides run the same Palimpsest: palimpsest places test NAME</source>
            <translation>请确认两端运行相同的 Palimpsest：palimpsest places test NAME</translation>
        </message>
        <message>
            <source>Check that it is on and connected.</source>
            <translation>请确认它已开机并联网。</translation>
        </message>
        <message>
            <source>Check that it is whole, or save it as CSV.</source>
            <translation>请检查它是否完整，或另存为 CSV。</translation>
        </message>
        <message>
            <source>Check that it is whole.</source>
            <translation>请检查它是否完整。</translation>
        </message>
        <message>
            <source>Check that the file is whole, or read a smaller part of it.</source>
            <translation>请检查文件是否完整，或只读取其中一部分。</translation>
        </message>
        <message>
            <source>Check that the file is whole.</source>
            <translation>请检查文件是否完整。</translation>
        </message>
        <message>
            <source>Check that the folder is whole.</source>
            <translation>请检查文件夹是否完整。</translation>
        </message>
        <message>
            <source>Check that the log is whole.</source>
            <translation>请检查日志是否完整。</translation>
        </message>
        <message>
            <source>Check the columns chosen.</source>
            <translation>请检查所选的列。</translation>
        </message>
        <message>
            <source>Check the disk.</source>
            <translation>请检查磁盘。</translation>
        </message>
        <message>
            <source>Check the encoder's tokenizer files.</source>
            <translation>请检查编码器的分词器文件。</translation>
        </message>
        <message>
            <source>Check the file.</source>
            <translation>请检查该文件。</translation>
        </message>
        <message>
            <source>Check the id, revision and access.</source>
            <translation>请检查 id、修订版本和访问权限。</translation>
        </message>
        <message>
            <source>Check the label column.</source>
            <translation>请检查标签列。</translation>
        </message>
        <message>
            <source>Check the name (owner/name:configuration) and the network; sets that need remote code are not read.</source>
            <translation>请检查名称（所有者/名称:配置）和网络；需要运行远程代码的数据集不会读取。</translation>
        </message>
        <message>
            <source>Check the name, or the alias in ~/.ssh/config.</source>
            <translation>请检查名称，或 ~/.ssh/config 中的别名。</translation>
        </message>
        <message>
            <source>Check the path of the corpus.</source>
            <translation>请检查语料的路径。</translation>
        </message>
        <message>
            <source>Check the path of the general text, or leave it empty for the bundled one.</source>
            <translation>请检查通用文本的路径，或留空以使用内置文本。</translation>
        </message>
        <message>
            <source>Check the path, or see palimpsest recipes.</source>
            <translation>请检查路径，或查看 palimpsest recipes。</translation>
        </message>
        <message>
            <source>Check the path.</source>
            <translation>请检查路径。</translation>
        </message>
        <message>
            <source>Check where it comes from, or unpack it yourself and name the folder.</source>
            <translation>请检查其来源，或自行解压后指定文件夹。</translation>
        </message>
        <message>
            <source>Check where it comes from, or unpack it yourself.</source>
            <translation>请检查其来源，或自行解压。</translation>
        </message>
        <message>
            <source>Check where it comes from, save it as CSV, or set {name} to more megabytes.</source>
            <translation>请检查其来源，另存为 CSV，或将 {name} 设为更多兆字节。</translation>
        </message>
        <message>
            <source>Checking the data set</source>
            <translation>正在检查数据集</translation>
        </message>
        <message>
            <source>Checking {name}</source>
            <translation>正在检查 {name}</translation>
        </message>
        <message>
            <source>Checkpoint every</source>
            <translation>检查点间隔</translation>
        </message>
        <message>
            <source>Choose a BERT, RoBERTa, DistilBERT or ELECTRA model, or leave attention out.</source>
            <translation>请选择 BERT、RoBERTa、DistilBERT 或 ELECTRA 模型，或不看注意力。</translation>
        </message>
        <message>
            <source>Choose a BERT, RoBERTa, DistilBERT, ELECTRA, MiniLM, DeBERTa, ModernBERT or EuroBERT model.</source>
            <translation>请选择 BERT、RoBERTa、DistilBERT、ELECTRA、MiniLM、DeBERTa、ModernBERT 或 EuroBERT 模型。</translation>
        </message>
        <message>
            <source>Choose a file with rows.</source>
            <translation>请选择有内容的文件。</translation>
        </message>
        <message>
            <source>Choose a policy that does not train layers one by one.</source>
            <translation>请选择不逐层训练的策略。</translation>
        </message>
        <message>
            <source>Choose a sheet with rows.</source>
            <translation>请选择有内容的工作表。</translation>
        </message>
        <message>
            <source>Choose an encoder that was trained on masked words, or leave further pre-training out.</source>
            <translation>请选择用掩码词训练过的编码器，或去掉继续预训练。</translation>
        </message>
        <message>
            <source>Choose an encoder that was trained on masked words, or leave this stage out.</source>
            <translation>请选择以掩码词训练的编码器，或去掉此阶段。</translation>
        </message>
        <message>
            <source>Choose an encoder with a tokenizer.json.</source>
            <translation>请选择带 tokenizer.json 的编码器。</translation>
        </message>
        <message>
            <source>Choose another --port (0: any that is free) or --host.</source>
            <translation>请选择其他 --port（0：任何空闲端口）或 --host。</translation>
        </message>
        <message>
            <source>Choose another column.</source>
            <translation>请选择其他列。</translation>
        </message>
        <message>
            <source>Choose another data set.</source>
            <translation>请选择其他数据集。</translation>
        </message>
        <message>
            <source>Choose another name.</source>
            <translation>请选择其他名称。</translation>
        </message>
        <message>
            <source>Choose another truncation, or join them.</source>
            <translation>请选择其他截断方式，或把它们连接起来。</translation>
        </message>
        <message>
            <source>Choose by its {metric}.</source>
            <translation>请按{metric}选择。</translation>
        </message>
        <message>
            <source>Choose masked words only.</source>
            <translation>请只选择掩码词。</translation>
        </message>
        <message>
            <source>Choose one of the two.</source>
            <translation>请二者选一。</translation>
        </message>
        <message>
            <source>Choose one of {names}.</source>
            <translation>请选择其中之一：{names}。</translation>
        </message>
        <message>
            <source>Choose one or the other.</source>
            <translation>请选择其一。</translation>
        </message>
        <message>
            <source>Choose the folder of a data set.</source>
            <translation>请选择数据集的文件夹。</translation>
        </message>
        <message>
            <source>Choose the folder of that set.</source>
            <translation>请选择该数据集的文件夹。</translation>
        </message>
        <message>
            <source>Choose the unpacked folder ({known}), or import the files as a data set of your own.</source>
            <translation>请选择解压后的文件夹（{known}），或把文件作为您自己的数据集导入。</translation>
        </message>
        <message>
            <source>Choose their encoding (--set format.encoding=NAME).</source>
            <translation>请选择它们的编码（--set format.encoding=NAME）。</translation>
        </message>
        <message>
            <source>Choose {name} again to restore all its values.</source>
            <translation>重新选择 {name} 即可恢复它的全部取值。</translation>
        </message>
        <message>
            <source>Class columns</source>
            <translation>类别列</translation>
        </message>
        <message>
            <source>Class folders</source>
            <translation>类别文件夹</translation>
        </message>
        <message>
            <source>Class names</source>
            <translation>类别名称</translation>
        </message>
        <message>
            <source>Class names as prototypes</source>
            <translation>以类别名称为原型</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/proposal.py" />
            <source>Class names look like lists of {many} labels ('{shown}'): a text may have several</source>
            <translation>类别名看起来像由 {many} 个标签组成的列表（“{shown}”）：一个文本可以有多个标签</translation>
        </message>
        <message>
            <source>Class names stand for one class each.</source>
            <translation>类别名称各代表一个类别。</translation>
        </message>
        <message>
            <source>Class shares</source>
            <translation>类别占比</translation>
        </message>
        <message>
            <source>Class weights</source>
            <translation>类别权重</translation>
        </message>
        <message>
            <source>Classes are drawn in proportion to their number of texts to this power: 1 as they are, 0.5 by the square root, 0 equally often. Epochs stay as long: texts of rare classes are repeated, those of frequent ones take turns over the epochs.</source>
            <translation>按类别文本数的此次幂抽取类别：1 保持原样，0.5 按平方根，0 各类相同。一轮的长度不变：稀有类别的文本会重复，常见类别的文本在各轮中轮流出现。</translation>
        </message>
        <message>
            <source>Classes are numbered from 0 to {outputs}.</source>
            <translation>类别编号从 0 到 {outputs}。</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/proposal.py" />
            <source>Classes are the numbers {least} to {most}: if they are grades, their order can be learnt</source>
            <translation>类别是数字 {least} 到 {most}：如果是等级，可以学习它们的顺序</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>Classes that look alike: {classes}</source>
            <translation>看起来相同的类别：{classes}</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>Classes without a {split} text: {classes}</source>
            <translation>没有{split}文本的类别：{classes}</translation>
        </message>
        <message>
            <source>Classes: {classes}.</source>
            <translation>类别：{classes}。</translation>
        </message>
        <message>
            <source>Classification needs two classes or more; check the label column (--set data.label=NAME; in the window: Label).</source>
            <translation>分类需要两个或更多类别；请检查标签列（--set data.label=NAME；窗口中：标签）。</translation>
        </message>
        <message>
            <source>Classification needs two classes or more; check the label column.</source>
            <translation>分类至少需要两个类别；请检查标签列。</translation>
        </message>
        <message>
            <source>Classifier</source>
            <translation>分类器</translation>
        </message>
        <message>
            <source>Classifies by words, with a linear model: no encoder, seconds on a CPU. Only for tasks learnt as single label or multi label or ordinal or regression.</source>
            <translation>用线性模型按词语分类：无需编码器，CPU 上只需数秒。仅用于按单标签、多标签、有序或回归学习的任务。</translation>
        </message>
        <message>
            <source>Classifying</source>
            <translation>正在分类</translation>
        </message>
        <message>
            <source>Cleaning</source>
            <translation>清洗</translation>
        </message>
        <message>
            <source>Cleaning of each text when it is read.</source>
            <translation>读取每个文本时如何清洗。</translation>
        </message>
        <message>
            <source>Clipped</source>
            <translation>裁剪对象</translation>
        </message>
        <message>
            <source>Close it with ".</source>
            <translation>请用 " 关闭。</translation>
        </message>
        <message>
            <source>Close the window, let runs end or stop them, and try again.</source>
            <translation>请关闭窗口，让运行结束或停止它们，然后重试。</translation>
        </message>
        <message>
            <source>Coarse (6)</source>
            <translation>粗（6）</translation>
        </message>
        <message>
            <source>Column '{name}' has a different value for most texts, so it makes no slices.</source>
            <translation>列“{name}”对大多数文本各有一个值，不能构成切片。</translation>
        </message>
        <message>
            <source>Columns as stored; class names of ``datasets`` are kept.</source>
            <translation>按存储的列；保留 ``datasets`` 的类别名称。</translation>
        </message>
        <message>
            <source>Columns with nested or binary values are left out: {columns}.</source>
            <translation>已忽略值为嵌套或二进制的列：{columns}。</translation>
        </message>
        <message>
            <source>Columns: {names}.</source>
            <translation>各列：{names}。</translation>
        </message>
        <message>
            <source>Combination of several layers into one vector; attention learns a weight for each layer and text.</source>
            <translation>多个层如何变成一个向量；注意力为每层和每个文本学习一个权重。</translation>
        </message>
        <message>
            <source>Combination of the fractions' vectors into one; attention learns a weight for each.</source>
            <translation>各片段的向量如何合并为一个：注意力为每个片段学习一个权重。</translation>
        </message>
        <message>
            <source>Combine fractions</source>
            <translation>合并片段</translation>
        </message>
        <message>
            <source>Combine layers</source>
            <translation>合并各层</translation>
        </message>
        <message>
            <source>Comma</source>
            <translation>逗号</translation>
        </message>
        <message>
            <source>Comma, tab, semicolon or pipe between fields; quotes as in spreadsheets.</source>
            <translation>字段之间用逗号、制表符、分号或竖线；引号规则与电子表格相同。</translation>
        </message>
        <message>
            <source>Command</source>
            <translation>命令</translation>
        </message>
        <message>
            <source>Command that starts Palimpsest on the login node; a full path if it is not on the PATH of a login.</source>
            <translation>在登录节点上启动 Palimpsest 的命令；若不在登录的 PATH 中，请写完整路径。</translation>
        </message>
        <message>
            <source>Command that starts Palimpsest there; a full path if it is not on the PATH of a login.</source>
            <translation>在那里启动 Palimpsest 的命令；若不在登录的 PATH 中，请写完整路径。</translation>
        </message>
        <message>
            <source>Compare runs that were tested, and name the split with --split.</source>
            <translation>请比较测试过的运行，并用 --split 指定划分。</translation>
        </message>
        <message>
            <source>Compute</source>
            <translation>计算</translation>
        </message>
        <message>
            <source>Concatenate</source>
            <translation>拼接</translation>
        </message>
        <message>
            <source>Connect it again.</source>
            <translation>请重新连接。</translation>
        </message>
        <message>
            <source>Consolidation</source>
            <translation>巩固</translation>
        </message>
        <message>
            <source>Constant</source>
            <translation>恒定</translation>
        </message>
        <message>
            <source>Constraint</source>
            <translation>约束</translation>
        </message>
        <message>
            <source>Contacting {place}</source>
            <translation>正在联系 {place}</translation>
        </message>
        <message>
            <source>Continue it there.</source>
            <translation>请在那里继续。</translation>
        </message>
        <message>
            <source>Continues the language model's own training on texts of the task or its domain (Sun et al. 2019, 4.2).</source>
            <translation>在任务或其领域的文本上继续语言模型自身的训练（Sun et al. 2019, 4.2）。</translation>
        </message>
        <message>
            <source>Convert them to safetensors (model.safetensors) first.</source>
            <translation>请先转换为 safetensors（model.safetensors）。</translation>
        </message>
        <message>
            <source>Copy it to another disk.</source>
            <translation>请复制到其他磁盘。</translation>
        </message>
        <message>
            <source>Copy model.safetensors into the folder of config.json, or set the weights to random.</source>
            <translation>请把 model.safetensors 复制到 config.json 所在的文件夹，或把权重设为随机。</translation>
        </message>
        <message>
            <source>Copy or download the checkpoint again.</source>
            <translation>请重新复制或下载检查点。</translation>
        </message>
        <message>
            <source>Copy the file again, or leave it out.</source>
            <translation>请重新复制该文件，或略去它。</translation>
        </message>
        <message>
            <source>Copy the file again.</source>
            <translation>请重新复制该文件。</translation>
        </message>
        <message>
            <source>Copy the model again.</source>
            <translation>请重新复制模型。</translation>
        </message>
        <message>
            <source>Copy the whole folder.</source>
            <translation>请复制整个文件夹。</translation>
        </message>
        <message>
            <source>Copy tokenizer.json (or vocab.txt) into the folder of config.json.</source>
            <translation>请把 tokenizer.json（或 vocab.txt）复制到 config.json 所在的文件夹。</translation>
        </message>
        <message>
            <source>Copying pages</source>
            <translation>正在复制页面</translation>
        </message>
        <message>
            <source>Corpus</source>
            <translation>语料</translation>
        </message>
        <message>
            <source>Correct its name, or the module.</source>
            <translation>请更正其名称或该模块。</translation>
        </message>
        <message>
            <source>Cosine</source>
            <translation>余弦</translation>
        </message>
        <message>
            <source>Count characters (terms = 'characters').</source>
            <translation>请按字符计数（terms = 'characters'）。</translation>
        </message>
        <message>
            <source>Count the tokens again.</source>
            <translation>请重新统计词元。</translation>
        </message>
        <message>
            <source>Count them again.</source>
            <translation>请重新计数。</translation>
        </message>
        <message>
            <source>Counting characters in {name}</source>
            <translation>正在统计 {name} 的字符</translation>
        </message>
        <message>
            <source>Counting terms</source>
            <translation>正在统计词项</translation>
        </message>
        <message>
            <source>Course of the rate from the first update to the last.</source>
            <translation>学习率从第一次更新到最后一次更新如何变化。</translation>
        </message>
        <message>
            <source>Create it or name another.</source>
            <translation>请创建它，或另指定一个。</translation>
        </message>
        <message>
            <source>Created</source>
            <translation>创建时间</translation>
        </message>
        <message>
            <source>Cross-validating the linear head</source>
            <translation>正在交叉验证线性头</translation>
        </message>
        <message>
            <source>Cut fraction</source>
            <translation>转折比例</translation>
        </message>
        <message>
            <source>Cut them at the end instead.</source>
            <translation>请改为截去结尾。</translation>
        </message>
        <message>
            <source>Cuts</source>
            <translation>切分次数</translation>
        </message>
        <message>
            <source>DBpedia</source>
            <translation>DBpedia</translation>
        </message>
        <message>
            <source>Data</source>
            <translation>数据</translation>
        </message>
        <message>
            <source>Data and texts</source>
            <translation>数据与文本</translation>
        </message>
        <message>
            <source>Data set</source>
            <translation>数据集</translation>
        </message>
        <message>
            <source>Data sets</source>
            <translation>数据集</translation>
        </message>
        <message>
            <source>Decay of the running mean of gradients (β1) or their squares (β2).</source>
            <translation>梯度（β1）或其平方（β2）滑动平均的衰减系数。</translation>
        </message>
        <message>
            <source>Decay ξ</source>
            <translation>衰减 ξ</translation>
        </message>
        <message>
            <source>Decides for each label whether a text has it, by binary cross-entropy; labels with a probability of 0.5 or more are predicted.</source>
            <translation>用二元交叉熵逐个判断文本是否带有各标签；答案是概率不低于 0.5 的标签。</translation>
        </message>
        <message>
            <source>Decoupled</source>
            <translation>解耦</translation>
        </message>
        <message>
            <source>Decoupled decay of all weights but biases and normalisation.</source>
            <translation>对除偏置和归一化之外的所有权重作解耦衰减。</translation>
        </message>
        <message>
            <source>Delimiter</source>
            <translation>分隔符</translation>
        </message>
        <message>
            <source>Demonstration on generated texts.</source>
            <translation>在生成文本上的演示。</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>Demonstration texts ({names}): figures on them show how the program works, not what a method does with real ones.</source>
            <translation>演示文本（{names}）：其数字说明程序如何工作，而不是方法在真实文本上的表现。</translation>
        </message>
        <message>
            <source>Detected from the file's name and content; the result is shown.</source>
            <translation>根据文件的名称和内容检测；结果会显示出来。</translation>
        </message>
        <message>
            <source>Device</source>
            <translation>设备</translation>
        </message>
        <message>
            <source>Did not stop on request and was ended ({name}).</source>
            <translation>没有按要求停止，已被结束（{name}）。</translation>
        </message>
        <message>
            <source>Did you mean '{name}'?</source>
            <translation>您是指“{name}”吗？</translation>
        </message>
        <message>
            <source>Distance</source>
            <translation>距离</translation>
        </message>
        <message>
            <source>Distance of the weights from the pre-trained ones, per layer and kind.</source>
            <translation>权重与预训练权重的距离，按层和类型给出。</translation>
        </message>
        <message>
            <source>Distil masked words instead.</source>
            <translation>请改为蒸馏掩码词。</translation>
        </message>
        <message>
            <source>Distil the original masked-word head instead.</source>
            <translation>请改为蒸馏原来的掩码词头部。</translation>
        </message>
        <message>
            <source>Distillation</source>
            <translation>蒸馏</translation>
        </message>
        <message>
            <source>DoRA</source>
            <translation>DoRA</translation>
        </message>
        <message>
            <source>Does pre-training on the generated reviews cost general language, and which strategy keeps it? The bundled encoder, 60 steps, 300 reviews to train on.</source>
            <translation>在生成的评论上预训练是否损失通用语言能力，什么能保住它？内置编码器，60 步，用 300 条评论学习。</translation>
        </message>
        <message>
            <source>Double quotes within a field (""), or read quotes as ordinary characters (--set data.format.quoting=off; in the window: Quotes).</source>
            <translation>请将字段内的引号写成两个（""），或将引号按普通字符读取（--set data.format.quoting=off；窗口中：引号）。</translation>
        </message>
        <message>
            <source>Download or export the model again.</source>
            <translation>请重新下载或导出模型。</translation>
        </message>
        <message>
            <source>Draw</source>
            <translation>抽样编号</translation>
        </message>
        <message>
            <source>Draw the label, or take the true one.</source>
            <translation>请抽取标签，或采用真实标签。</translation>
        </message>
        <message>
            <source>Draw the label.</source>
            <translation>请改为抽取标签。</translation>
        </message>
        <message>
            <source>Draw the pooler and this many top layers anew before training; may steady small data sets.</source>
            <translation>训练前重新初始化池化层和这么多个顶层；可使小数据集的训练更稳定。</translation>
        </message>
        <message>
            <source>Drawing the first pass</source>
            <translation>正在抽取第一遍</translation>
        </message>
        <message>
            <source>Drift</source>
            <translation>漂移</translation>
        </message>
        <message>
            <source>Drift: distance of the encoder's weights from the pre-trained ones, relative to their norm.</source>
            <translation>漂移：编码器权重与预训练权重的距离，相对于其范数。</translation>
        </message>
        <message>
            <source>Drop</source>
            <translation>降幅</translation>
        </message>
        <message>
            <source>Dropout</source>
            <translation>Dropout</translation>
        </message>
        <message>
            <source>Dropout and one linear layer (Sun et al. 2019, 3).</source>
            <translation>Dropout 加一个线性层（Sun et al. 2019, 3）。</translation>
        </message>
        <message>
            <source>Dropout masks.</source>
            <translation>Dropout 掩码。</translation>
        </message>
        <message>
            <source>Dropout of the head and, throughout, of the encoder.</source>
            <translation>分类头的 Dropout，全程也作用于编码器。</translation>
        </message>
        <message>
            <source>Dropout where frozen</source>
            <translation>冻结部分的 Dropout</translation>
        </message>
        <message>
            <source>EWC</source>
            <translation>EWC</translation>
        </message>
        <message>
            <source>Each class needs a folder of text files, here or within folders called train and test.</source>
            <translation>每个类别需要一个放文本文件的文件夹，位于此处或名为 train 和 test 的文件夹内。</translation>
        </message>
        <message>
            <source>Each input (authors' code)</source>
            <translation>每个输入（作者代码）</translation>
        </message>
        <message>
            <source>Each line is a sentence, an empty line ends a document (the format of the paper's code).</source>
            <translation>每行一个句子，空行表示文档结束（论文代码的格式）。</translation>
        </message>
        <message>
            <source>Each row needs a text and a label.</source>
            <translation>每一行都需要文本和标签。</translation>
        </message>
        <message>
            <source>Each run requests: {request}.</source>
            <translation>每次运行请求：{request}。</translation>
        </message>
        <message>
            <source>Each text belongs to one class.</source>
            <translation>每个文本属于一个类别。</translation>
        </message>
        <message>
            <source>Each text belongs to one of several ordered classes: grades, stars, levels of agreement.</source>
            <translation>每个文本属于若干有序类别之一：等级、星级、同意程度。</translation>
        </message>
        <message>
            <source>Each text has a probability of each class, as where several annotators disagreed.</source>
            <translation>每个文本对各类别有一个概率，例如多位标注者意见不一时。</translation>
        </message>
        <message>
            <source>Each text has any number of labels, or none: topics, emotions, kinds of toxicity.</source>
            <translation>每个文本可有任意多个标签，也可以没有：主题、情感、有害内容的类型。</translation>
        </message>
        <message>
            <source>Each text is cut between two random words into two segments, several times over (ag_sep_aug, imdb_sep_aug).</source>
            <translation>每个文本在两个随机的词之间切成两个片段，重复若干次（ag_sep_aug、imdb_sep_aug）。</translation>
        </message>
        <message>
            <source>Each weight</source>
            <translation>每个权重</translation>
        </message>
        <message>
            <source>Each weight by itself, as in the paper; or all weights of one input together, as in the authors' code.</source>
            <translation>如论文所述，逐个权重替换；或如作者代码，同一输入的所有权重一起替换。</translation>
        </message>
        <message>
            <source>Earlier tasks</source>
            <translation>较早的任务</translation>
        </message>
        <message>
            <source>Earlier tasks, else words</source>
            <translation>较早的任务，否则掩码词</translation>
        </message>
        <message>
            <source>Early stopping and checkpoints</source>
            <translation>早停与检查点</translation>
        </message>
        <message>
            <source>Early stopping reads validation labels, but the last update is tested without them.</source>
            <translation>提前停止要读取验证标签，而最后一次更新的测试不使用它们。</translation>
        </message>
        <message>
            <source>Effective number of texts</source>
            <translation>有效文本数</translation>
        </message>
        <message>
            <source>Embeddings</source>
            <translation>嵌入层</translation>
        </message>
        <message>
            <source>Empty: the cluster's default. Test says which there are.</source>
            <translation>留空：集群的默认值。“测试”会说明有哪些。</translation>
        </message>
        <message>
            <source>Empty: the stage before. 'encoder': the run's own encoder. '1': the result of stage 1; '1@5000': stage 1 as it stood after 5,000 updates, where it kept that step.</source>
            <translation>留空：前一阶段。'encoder'：运行自己的编码器。'1'：阶段 1 的结果；'1@5000'：阶段 1 在 5,000 次更新后的状态（若保留了该步）。</translation>
        </message>
        <message>
            <source>Enable the subsystem sftp of its SSH server.</source>
            <translation>请启用其 SSH 服务器的 sftp 子系统。</translation>
        </message>
        <message>
            <source>Encode the last text column as a second segment instead of joining it; the columns before it, joined, are the first.</source>
            <translation>将最后一个文本列编码为第二个片段，而不是拼接；之前的各列拼接为第一个片段。</translation>
        </message>
        <message>
            <source>Encoder</source>
            <translation>编码器</translation>
        </message>
        <message>
            <source>Encoding</source>
            <translation>编码</translation>
        </message>
        <message>
            <source>End other programs and runs, or choose a smaller encoder.</source>
            <translation>请结束其他程序和运行，或选择更小的编码器。</translation>
        </message>
        <message>
            <source>End other programs and runs, or read a smaller part of the data.</source>
            <translation>请结束其他程序和运行，或读取较小的一部分数据。</translation>
        </message>
        <message>
            <source>Ended</source>
            <translation>结束时间</translation>
        </message>
        <message>
            <source>Ends after</source>
            <translation>结束条件</translation>
        </message>
        <message>
            <source>Epochs</source>
            <translation>轮数</translation>
        </message>
        <message>
            <source>Error</source>
            <translation>错误率</translation>
        </message>
        <message>
            <source>Error, remembered language and drift at four rates: 400 generated headlines, the bundled encoder. Small encoders learn best at rates where large ones already fail.</source>
            <translation>四种学习率下的错误率、保留的语言能力和漂移：400 条生成的新闻标题，内置编码器。小编码器在大编码器已经失败的学习率下学得最好。</translation>
        </message>
        <message>
            <source>Escapes and mark-up</source>
            <translation>转义字符与标记语言</translation>
        </message>
        <message>
            <source>Estimating the Fisher information of general text</source>
            <translation>正在估计通用文本的费希尔信息</translation>
        </message>
        <message>
            <source>Estimating the Fisher information of {name}</source>
            <translation>正在估计 {name} 的费希尔信息</translation>
        </message>
        <message>
            <source>Evaluate every</source>
            <translation>评估间隔</translation>
        </message>
        <message>
            <source>Evaluating</source>
            <translation>正在评估</translation>
        </message>
        <message>
            <source>Evaluation batch</source>
            <translation>评估批次</translation>
        </message>
        <message>
            <source>Evaluations</source>
            <translation>评估次数</translation>
        </message>
        <message>
            <source>Evaluations on the validation split per epoch.</source>
            <translation>每轮在验证集上的评估次数。</translation>
        </message>
        <message>
            <source>Every</source>
            <translation>间隔</translation>
        </message>
        <message>
            <source>Every evaluation may.</source>
            <translation>每次评估均可。</translation>
        </message>
        <message>
            <source>Every layer learns at the same rate.</source>
            <translation>所有层以相同的学习率学习。</translation>
        </message>
        <message>
            <source>Every rate is multiplied by this after the phase of the head alone; the authors use 0.1.</source>
            <translation>单独训练分类头的阶段之后，所有学习率乘以此值；作者使用 0.1。</translation>
        </message>
        <message>
            <source>Every rate of the second part is multiplied by this; below 1 the encoder changes less.</source>
            <translation>第二部分的所有学习率乘以此值；小于 1 时编码器变化更小。</translation>
        </message>
        <message>
            <source>Every stage has its own seed, so this one has no effect: runs that differ only in it are the same run.</source>
            <translation>每个阶段都有自己的种子，因此这个种子不起任何作用：只有它不同的运行是同一次运行。</translation>
        </message>
        <message>
            <source>Every task equally often.</source>
            <translation>各任务同样频繁。</translation>
        </message>
        <message>
            <source>Every text as it is.</source>
            <translation>每个文本保持原样。</translation>
        </message>
        <message>
            <source>Every trial runs to its end.</source>
            <translation>每次试验都运行到结束。</translation>
        </message>
        <message>
            <source>Everything</source>
            <translation>全部</translation>
        </message>
        <message>
            <source>Everything at once</source>
            <translation>全部同时</translation>
        </message>
        <message>
            <source>Everything learns.</source>
            <translation>全部参与学习。</translation>
        </message>
        <message>
            <source>Everything that needs no probabilities is still shown.</source>
            <translation>不需要概率的内容仍会显示。</translation>
        </message>
        <message>
            <source>Exact</source>
            <translation>精确</translation>
        </message>
        <message>
            <source>Examples</source>
            <translation>样本</translation>
        </message>
        <message>
            <source>Excel (XLSX)</source>
            <translation>Excel (XLSX)</translation>
        </message>
        <message>
            <source>Export it as huggingface.</source>
            <translation>请导出为 huggingface。</translation>
        </message>
        <message>
            <source>Export it with --layout onnx or --layout {layout} (Palimpsest's own).</source>
            <translation>请用 --layout onnx 或 --layout {layout}（Palimpsest 自有格式）导出。</translation>
        </message>
        <message>
            <source>Export the model anew, or use the version of Palimpsest that wrote it.</source>
            <translation>请重新导出模型，或使用写出它的 Palimpsest 版本。</translation>
        </message>
        <message>
            <source>Export the model as huggingface.</source>
            <translation>请把模型导出为 huggingface。</translation>
        </message>
        <message>
            <source>Export the model with its weights as they were trained.</source>
            <translation>请按训练时的权重导出模型。</translation>
        </message>
        <message>
            <source>Export the texts as CSV, JSON lines or Parquet.</source>
            <translation>请把文本导出为 CSV、JSON lines 或 Parquet。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>Export: ONNX only. {reason}.</source>
            <translation>导出：仅 ONNX。{reason}。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>Export: Palimpsest's own layout only. {reason}.</source>
            <translation>导出：仅 Palimpsest 自己的格式。{reason}。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>Export: ordinary transformers classifier, or ONNX.</source>
            <translation>导出：普通的 transformers 分类器，或 ONNX。</translation>
        </message>
        <message>
            <source>F, earlier tasks</source>
            <translation>F，较早的任务</translation>
        </message>
        <message>
            <source>F1</source>
            <translation>F1</translation>
        </message>
        <message>
            <source>F1 of all decisions together; where each text has exactly one class it equals the accuracy.</source>
            <translation>所有判断合在一起的 F1；若每个文本恰好属于一个类别，则等于准确率。</translation>
        </message>
        <message>
            <source>F1 of each class: the harmonic mean of its precision and recall, in percent.</source>
            <translation>对每个类别：其精确率与召回率的调和平均，百分比。</translation>
        </message>
        <message>
            <source>F: points of accuracy lost on earlier tasks since their best (Chaudhry et al. 2018).</source>
            <translation>F：较早任务自其最佳值以来损失的准确率百分点（Chaudhry et al. 2018）。</translation>
        </message>
        <message>
            <source>Factor</source>
            <translation>倍数</translation>
        </message>
        <message>
            <source>Factor of this task's loss.</source>
            <translation>此任务损失的系数。</translation>
        </message>
        <message>
            <source>Features</source>
            <translation>特征</translation>
        </message>
        <message>
            <source>Features from</source>
            <translation>特征来源</translation>
        </message>
        <message>
            <source>Features of a frozen encoder are computed once per text and kept on disk, where it runs without dropout.</source>
            <translation>冻结的编码器不使用 dropout 时,其对每个文本的特征只计算一次并保存在磁盘上。</translation>
        </message>
        <message>
            <source>Features that the head reads from the encoder.</source>
            <translation>分类头看到编码器的哪些部分。</translation>
        </message>
        <message>
            <source>Fetching its model from {place}</source>
            <translation>正在从 {place} 取回模型</translation>
        </message>
        <message>
            <source>Fetching its results from {place}</source>
            <translation>正在从 {place} 取回结果</translation>
        </message>
        <message>
            <source>Few-shot learning</source>
            <translation>少样本学习</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>Fewer than {least} training texts: {classes}</source>
            <translation>训练文本少于 {least} 个：{classes}</translation>
        </message>
        <message>
            <source>Figure 2 in miniature: 400 generated headlines, the bundled encoder; its rates are twenty times the paper's.</source>
            <translation>图 2 的缩小版：400 条生成的新闻标题，内置编码器；学习率为论文的二十倍。</translation>
        </message>
        <message>
            <source>Figure 2 revisited</source>
            <translation>重访图 2</translation>
        </message>
        <message>
            <source>Figure 2, learning rates</source>
            <translation>图 2，学习率</translation>
        </message>
        <message>
            <source>Figure 3 in miniature: 20 to 60 steps of pre-training on the generated reviews with the bundled encoder, 300 reviews to train on.</source>
            <translation>图 3 的缩小版：用内置编码器在生成的评论上预训练 20 至 60 步，用 300 条评论学习。</translation>
        </message>
        <message>
            <source>Figure 3, steps of further pre-training</source>
            <translation>图 3，继续预训练的步数</translation>
        </message>
        <message>
            <source>Figure 4 in miniature: 40 steps of pre-training on the generated headlines, which are then learnt from 1, 4, 10 and 20 %; the bundled encoder.</source>
            <translation>图 4 的缩小版：在生成的新闻标题上预训练 40 步，再用其中的 1、4、10 和 20 % 学习；内置编码器。</translation>
        </message>
        <message>
            <source>Figure 4, few-shot learning</source>
            <translation>图 4，小样本学习</translation>
        </message>
        <message>
            <source>File format; automatic detection reports its result.</source>
            <translation>如何读取文件；自动检测会说明检测结果。</translation>
        </message>
        <message>
            <source>Files left out of the class folders, which do not end as texts do (.txt): {count}.</source>
            <translation>类别文件夹中略去的、后缀不是文本后缀（.txt）的文件数：{count}。</translation>
        </message>
        <message>
            <source>Find out why.</source>
            <translation>请查明原因。</translation>
        </message>
        <message>
            <source>Finding sentences in {name}</source>
            <translation>正在切分 {name} 的句子</translation>
        </message>
        <message>
            <source>Finding the words of the training texts</source>
            <translation>正在查找训练文本的词</translation>
        </message>
        <message>
            <source>Fine (50)</source>
            <translation>细（50）</translation>
        </message>
        <message>
            <source>Fine-tuning</source>
            <translation>微调</translation>
        </message>
        <message>
            <source>First 2, mean</source>
            <translation>前 2 层，均值</translation>
        </message>
        <message>
            <source>First row</source>
            <translation>首行</translation>
        </message>
        <message>
            <source>First rung</source>
            <translation>第一级</translation>
        </message>
        <message>
            <source>First the head alone, on fixed features; then everything, with a schedule of its own.</source>
            <translation>先在固定特征上单独训练分类头；然后训练全部，并使用单独的调度。</translation>
        </message>
        <message>
            <source>First token</source>
            <translation>首个词元</translation>
        </message>
        <message>
            <source>Fisher</source>
            <translation>Fisher</translation>
        </message>
        <message>
            <source>Fitting</source>
            <translation>正在拟合</translation>
        </message>
        <message>
            <source>Fitting a masked-word head</source>
            <translation>正在拟合掩码词输出头</translation>
        </message>
        <message>
            <source>Fitting a masked-word head: reading</source>
            <translation>正在拟合掩码词输出头：读取中</translation>
        </message>
        <message>
            <source>Fitting ended before its last step.</source>
            <translation>拟合在最后一步之前结束。</translation>
        </message>
        <message>
            <source>Fitting growing parts: {name}</source>
            <translation>正在拟合逐渐增大的部分：{name}</translation>
        </message>
        <message>
            <source>Fix it.</source>
            <translation>请修正它。</translation>
        </message>
        <message>
            <source>Fix that line.</source>
            <translation>请修正该行。</translation>
        </message>
        <message>
            <source>Fix the configuration of ssh.</source>
            <translation>请修正 ssh 的配置。</translation>
        </message>
        <message>
            <source>Fix the link.</source>
            <translation>请修正链接。</translation>
        </message>
        <message>
            <source>Fix the row, add the name to data.classes, or leave data.classes out.</source>
            <translation>请修正该行，把该名称加入 data.classes，或去掉 data.classes。</translation>
        </message>
        <message>
            <source>Fix the row, check the label column, or say what the labels are (--set data.target.kind=...; in the window: Labels are).</source>
            <translation>请修正该行，检查标签列，或说明标签的类型（--set data.target.kind=...；窗口中：标签是）。</translation>
        </message>
        <message>
            <source>Fix the row, check the label column, or say what the labels are.</source>
            <translation>请修正该行、检查标签列，或说明标签的类型。</translation>
        </message>
        <message>
            <source>Fix the row, or choose another format.</source>
            <translation>请修正该行，或选择其他格式。</translation>
        </message>
        <message>
            <source>Fixed, no validation labels</source>
            <translation>固定，不用验证标签</translation>
        </message>
        <message>
            <source>Focal loss: a text has the weight (1 − p)^γ, p the probability of its class, so poorly predicted texts count more; 2 is usual, 0 is cross-entropy.</source>
            <translation>Focal 损失：文本的权重为 (1 − p)^γ，p 为其类别的概率，因此预测越差权重越大；常用 2，0 即交叉熵。</translation>
        </message>
        <message>
            <source>Focal γ</source>
            <translation>Focal γ</translation>
        </message>
        <message>
            <source>For a search that keeps the best, take the best trial.</source>
            <translation>若属于只保留最佳的搜索，请取最佳试验。</translation>
        </message>
        <message>
            <source>For another run of the same settings give another seed.</source>
            <translation>若要以相同设置再运行，请给出另一个种子。</translation>
        </message>
        <message>
            <source>For example --cost '{example}=5'.</source>
            <translation>例如 --cost '{example}=5'。</translation>
        </message>
        <message>
            <source>For example --within 'retention/factor&lt;=1.5', in quotes for the shell.</source>
            <translation>例如 --within 'retention/factor&lt;=1.5'，为 shell 加上引号。</translation>
        </message>
        <message>
            <source>For example learning_rate=1e-5:1e-4:log.</source>
            <translation>例如 learning_rate=1e-5:1e-4:log。</translation>
        </message>
        <message>
            <source>For runs, check the permissions of file and folder, or name another store.</source>
            <translation>要运行实验，请检查文件和文件夹的权限，或指定另一个存储。</translation>
        </message>
        <message>
            <source>For several columns write one list: text=[NAME,NAME].</source>
            <translation>多个列请写成一个列表：text=[NAME,NAME]。</translation>
        </message>
        <message>
            <source>For several runs write one list: KEY=[VALUE,VALUE].</source>
            <translation>多次运行请写成一个列表：KEY=[VALUE,VALUE]。</translation>
        </message>
        <message>
            <source>Forgot</source>
            <translation>遗忘</translation>
        </message>
        <message>
            <source>Forgot, ×</source>
            <translation>遗忘，×</translation>
        </message>
        <message>
            <source>Forgot: perplexity on general text, × before training; of several seeds the geometric mean.</source>
            <translation>遗忘：通用文本的困惑度，× 训练前；多个种子取几何平均。</translation>
        </message>
        <message>
            <source>Form</source>
            <translation>形式</translation>
        </message>
        <message>
            <source>Format</source>
            <translation>格式</translation>
        </message>
        <message>
            <source>Free its disk, or end the program that locks it, and resume the run: it continues from its last checkpoint.</source>
            <translation>请腾出其磁盘空间，或结束锁定它的程序，然后继续运行：会从最后的检查点接着训练。</translation>
        </message>
        <message>
            <source>Free some disk space.</source>
            <translation>请腾出一些磁盘空间。</translation>
        </message>
        <message>
            <source>Free some space and resume the run: it continues from its last checkpoint.</source>
            <translation>请腾出一些空间并继续运行：会从最后的检查点接着训练。</translation>
        </message>
        <message>
            <source>Free some space or name another store.</source>
            <translation>请腾出空间，或指定其他存储库。</translation>
        </message>
        <message>
            <source>Free some space there (palimpsest places clean NAME).</source>
            <translation>请在那里腾出一些空间（palimpsest places clean NAME）。</translation>
        </message>
        <message>
            <source>Free some space there.</source>
            <translation>请在那里腾出一些空间。</translation>
        </message>
        <message>
            <source>Free some space, delete the cache, or set PALIMPSEST_HOME to a larger disk.</source>
            <translation>请腾出一些空间，删除缓存，或把 PALIMPSEST_HOME 设到更大的磁盘。</translation>
        </message>
        <message>
            <source>Free some space, or set TMPDIR to a larger disk.</source>
            <translation>请腾出一些空间，或把 TMPDIR 设为更大的磁盘。</translation>
        </message>
        <message>
            <source>Free some space.</source>
            <translation>请腾出一些空间。</translation>
        </message>
        <message>
            <source>Free text, kept with the run.</source>
            <translation>自由文本，随运行保存。</translation>
        </message>
        <message>
            <source>Freeze at most {layers} layers.</source>
            <translation>最多冻结 {layers} 层。</translation>
        </message>
        <message>
            <source>Freezing</source>
            <translation>冻结</translation>
        </message>
        <message>
            <source>From proportional in the first epoch to nearly uniform in the last: a = 1 - 0.8 (e - 1)/(E - 1).</source>
            <translation>从第一轮按比例到最后一轮接近均匀：a = 1 - 0.8 (e - 1)/(E - 1)。</translation>
        </message>
        <message>
            <source>From the top: first pooler and head, then one layer more at a time, the embeddings last (ULMFiT).</source>
            <translation>自上而下：先是池化层和分类头，然后每次多解冻一层，最后是嵌入层（ULMFiT）。</translation>
        </message>
        <message>
            <source>Frozen encoder + linear head</source>
            <translation>冻结编码器 + 线性头</translation>
        </message>
        <message>
            <source>Full-width marks (paper, Chinese)</source>
            <translation>全角标点（论文，中文）</translation>
        </message>
        <message>
            <source>Further data sets whose validation and test texts are left out. With all targets of a table here, each of them gets the same pre-trained encoder, trained once.</source>
            <translation>另外一些数据集，其验证和测试文本将被排除。若把一张表的所有目标数据集都列在这里，它们便得到同一个预训练编码器，只训练一次。</translation>
        </message>
        <message>
            <source>Further options of sbatch.</source>
            <translation>sbatch 的其他选项。</translation>
        </message>
        <message>
            <source>Further pre-training</source>
            <translation>继续预训练</translation>
        </message>
        <message>
            <source>Further pre-training and forgetting</source>
            <translation>继续预训练与遗忘</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/paper/table.py" />
            <source>Further pre-training leaves out one document in {n}, on which its loss is measured, and repeated documents; the paper trains on all.</source>
            <translation>继续预训练每 {n} 个文档留出一个用于测量损失，并去除重复文档；论文在全部文档上训练。</translation>
        </message>
        <message>
            <source>Further pre-training: corpora and targets</source>
            <translation>继续预训练：语料与目标</translation>
        </message>
        <message>
            <source>Fused (SDPA)</source>
            <translation>融合（SDPA）</translation>
        </message>
        <message>
            <source>GELU</source>
            <translation>GELU</translation>
        </message>
        <message>
            <source>GPUs</source>
            <translation>GPU</translation>
        </message>
        <message>
            <source>General text</source>
            <translation>通用文本</translation>
        </message>
        <message>
            <source>General text and texts of earlier tasks, half and half.</source>
            <translation>通用文本与较早任务的文本，各占一半。</translation>
        </message>
        <message>
            <source>General text: a UTF-8 file (one passage per line), a folder of them, or a known data set. Empty: the bundled general English, of which training and measuring read different parts.</source>
            <translation>通用文本：UTF-8 文件（每行一个段落）、此类文件的文件夹，或已知的数据集。留空：内置的通用英文文本，训练和测量读取其中不同的部分。</translation>
        </message>
        <message>
            <source>General-text Brier score</source>
            <translation>通用文本 Brier 分数</translation>
        </message>
        <message>
            <source>General-text F1</source>
            <translation>通用文本 F1</translation>
        </message>
        <message>
            <source>General-text Hamming loss</source>
            <translation>通用文本 Hamming 损失</translation>
        </message>
        <message>
            <source>General-text MAE</source>
            <translation>通用文本 MAE</translation>
        </message>
        <message>
            <source>General-text Matthews correlation</source>
            <translation>通用文本 Matthews 相关系数</translation>
        </message>
        <message>
            <source>General-text RMSE</source>
            <translation>通用文本 RMSE</translation>
        </message>
        <message>
            <source>General-text ROC AUC</source>
            <translation>通用文本 ROC AUC</translation>
        </message>
        <message>
            <source>General-text R²</source>
            <translation>通用文本 R²</translation>
        </message>
        <message>
            <source>General-text Spearman correlation</source>
            <translation>通用文本 Spearman 相关系数</translation>
        </message>
        <message>
            <source>General-text accuracy</source>
            <translation>通用文本准确率</translation>
        </message>
        <message>
            <source>General-text average precision</source>
            <translation>通用文本平均精确率</translation>
        </message>
        <message>
            <source>General-text balanced accuracy</source>
            <translation>通用文本平衡准确率</translation>
        </message>
        <message>
            <source>General-text calibration error</source>
            <translation>通用文本校准误差</translation>
        </message>
        <message>
            <source>General-text error</source>
            <translation>通用文本错误率</translation>
        </message>
        <message>
            <source>General-text label ranking average precision</source>
            <translation>通用文本标签排序平均精确率</translation>
        </message>
        <message>
            <source>General-text loss</source>
            <translation>通用文本损失</translation>
        </message>
        <message>
            <source>General-text macro F1</source>
            <translation>通用文本宏平均 F1</translation>
        </message>
        <message>
            <source>General-text mean distance in ranks</source>
            <translation>通用文本平均等级距离</translation>
        </message>
        <message>
            <source>General-text micro F1</source>
            <translation>通用文本微平均 F1</translation>
        </message>
        <message>
            <source>General-text next-sentence Brier score</source>
            <translation>通用文本下一句 Brier 分数</translation>
        </message>
        <message>
            <source>General-text next-sentence F1</source>
            <translation>通用文本下一句 F1</translation>
        </message>
        <message>
            <source>General-text next-sentence Hamming loss</source>
            <translation>通用文本下一句 Hamming 损失</translation>
        </message>
        <message>
            <source>General-text next-sentence MAE</source>
            <translation>通用文本下一句 MAE</translation>
        </message>
        <message>
            <source>General-text next-sentence Matthews correlation</source>
            <translation>通用文本下一句 Matthews 相关系数</translation>
        </message>
        <message>
            <source>General-text next-sentence RMSE</source>
            <translation>通用文本下一句 RMSE</translation>
        </message>
        <message>
            <source>General-text next-sentence ROC AUC</source>
            <translation>通用文本下一句 ROC AUC</translation>
        </message>
        <message>
            <source>General-text next-sentence R²</source>
            <translation>通用文本下一句 R²</translation>
        </message>
        <message>
            <source>General-text next-sentence Spearman correlation</source>
            <translation>通用文本下一句 Spearman 相关系数</translation>
        </message>
        <message>
            <source>General-text next-sentence accuracy</source>
            <translation>通用文本下一句准确率</translation>
        </message>
        <message>
            <source>General-text next-sentence average precision</source>
            <translation>通用文本下一句平均精确率</translation>
        </message>
        <message>
            <source>General-text next-sentence balanced accuracy</source>
            <translation>通用文本下一句平衡准确率</translation>
        </message>
        <message>
            <source>General-text next-sentence calibration error</source>
            <translation>通用文本下一句校准误差</translation>
        </message>
        <message>
            <source>General-text next-sentence error</source>
            <translation>通用文本下一句错误率</translation>
        </message>
        <message>
            <source>General-text next-sentence label ranking average precision</source>
            <translation>通用文本下一句标签排序平均精确率</translation>
        </message>
        <message>
            <source>General-text next-sentence loss</source>
            <translation>通用文本下一句损失</translation>
        </message>
        <message>
            <source>General-text next-sentence macro F1</source>
            <translation>通用文本下一句宏平均 F1</translation>
        </message>
        <message>
            <source>General-text next-sentence mean distance in ranks</source>
            <translation>通用文本下一句平均等级距离</translation>
        </message>
        <message>
            <source>General-text next-sentence micro F1</source>
            <translation>通用文本下一句微平均 F1</translation>
        </message>
        <message>
            <source>General-text next-sentence perplexity</source>
            <translation>通用文本下一句困惑度</translation>
        </message>
        <message>
            <source>General-text next-sentence precision</source>
            <translation>通用文本下一句精确率</translation>
        </message>
        <message>
            <source>General-text next-sentence quadratic weighted kappa</source>
            <translation>通用文本下一句二次加权 kappa</translation>
        </message>
        <message>
            <source>General-text next-sentence recall</source>
            <translation>通用文本下一句召回率</translation>
        </message>
        <message>
            <source>General-text next-sentence subset accuracy</source>
            <translation>通用文本下一句子集准确率</translation>
        </message>
        <message>
            <source>General-text next-sentence weighted F1</source>
            <translation>通用文本下一句加权 F1</translation>
        </message>
        <message>
            <source>General-text perplexity</source>
            <translation>通用文本困惑度</translation>
        </message>
        <message>
            <source>General-text precision</source>
            <translation>通用文本精确率</translation>
        </message>
        <message>
            <source>General-text quadratic weighted kappa</source>
            <translation>通用文本二次加权 kappa</translation>
        </message>
        <message>
            <source>General-text recall</source>
            <translation>通用文本召回率</translation>
        </message>
        <message>
            <source>General-text subset accuracy</source>
            <translation>通用文本子集准确率</translation>
        </message>
        <message>
            <source>General-text weighted F1</source>
            <translation>通用文本加权 F1</translation>
        </message>
        <message>
            <source>Generated questions and then generated headlines, 300 of each, with the bundled encoder: how much of the first task and of general language remains, without protection and with each strategy.</source>
            <translation>先学生成的问题，再学生成的新闻标题，各 300 个，内置编码器：在没有保护以及采用各种策略时，第一个任务和语言能力还剩多少。</translation>
        </message>
        <message>
            <source>Generated reviews of films, books, restaurants, hotels, gadgets and concerts. The verdict is mostly in the first or last sentences; the long middle states facts and points both ways.</source>
            <translation>生成的电影、书籍、餐厅、酒店、电子产品和音乐会评论。结论大多在开头或结尾的句子；很长的中间部分陈述事实，褒贬皆有。</translation>
        </message>
        <message>
            <source>Generated short questions, sorted by the kind of answer they want. The question word alone often misleads: what is the name of the woman who ...?</source>
            <translation>生成的短问题，按所求答案的类型分类。只看疑问词常会误判：what is the name of the woman who ...?</translation>
        </message>
        <message>
            <source>Get another copy of the capsule, or save it again.</source>
            <translation>请获取该封装包的另一份副本，或重新保存。</translation>
        </message>
        <message>
            <source>Give --column twice.</source>
            <translation>请给出两次 --column。</translation>
        </message>
        <message>
            <source>Give --test too.</source>
            <translation>请同时给出 --test。</translation>
        </message>
        <message>
            <source>Give --text or --file.</source>
            <translation>请给出 --text 或 --file。</translation>
        </message>
        <message>
            <source>Give KEY=VALUE; 'palimpsest rerun {run}' repeats the run, 'resume' continues it.</source>
            <translation>请给出 KEY=VALUE；“palimpsest rerun {run}”重复该运行，“resume”继续它。</translation>
        </message>
        <message>
            <source>Give a checkpoint as TensorFlow's Saver writes it.</source>
            <translation>请给出由 TensorFlow 的 Saver 写出的检查点。</translation>
        </message>
        <message>
            <source>Give a comparison, such as: test &lt; 4</source>
            <translation>请给出比较，例如：test &lt; 4</translation>
        </message>
        <message>
            <source>Give a folder in Hugging Face layout (config.json, model.safetensors, tokenizer.json).</source>
            <translation>请给出 Hugging Face 布局的文件夹（config.json、model.safetensors、tokenizer.json）。</translation>
        </message>
        <message>
            <source>Give a folder, a hub id or the encoder of a run (run:12).</source>
            <translation>请给出文件夹、hub 标识或某次运行的编码器（run:12）。</translation>
        </message>
        <message>
            <source>Give a folder.</source>
            <translation>请给出文件夹。</translation>
        </message>
        <message>
            <source>Give a list with at least one value.</source>
            <translation>请给出至少含一个值的列表。</translation>
        </message>
        <message>
            <source>Give a longer text with a passage on each line, or leave the field empty for the bundled one.</source>
            <translation>请给出更长的文本，每行一个段落；或将该字段留空以使用内置文本。</translation>
        </message>
        <message>
            <source>Give a number, or 0 for no limit.</source>
            <translation>请给出数字，或用 0 表示不限。</translation>
        </message>
        <message>
            <source>Give a number: {numbers}.</source>
            <translation>请给出编号：{numbers}。</translation>
        </message>
        <message>
            <source>Give a whole folder in Hugging Face layout, or a hub id.</source>
            <translation>请给出 Hugging Face 布局的完整文件夹，或 hub id。</translation>
        </message>
        <message>
            <source>Give all splits the same columns.</source>
            <translation>请让各划分的列一致。</translation>
        </message>
        <message>
            <source>Give another value: docs/store.md has the rules.</source>
            <translation>请给出其他值：规则见 docs/store.md。</translation>
        </message>
        <message>
            <source>Give data.target.order, or check the label column.</source>
            <translation>请给出 data.target.order，或检查标签列。</translation>
        </message>
        <message>
            <source>Give each a name of its own.</source>
            <translation>请各取一个名称。</translation>
        </message>
        <message>
            <source>Give fewer values, or several plans.</source>
            <translation>请减少取值，或分成几个计划。</translation>
        </message>
        <message>
            <source>Give it a list.</source>
            <translation>请给出一个列表。</translation>
        </message>
        <message>
            <source>Give it once.</source>
            <translation>请只给出一次。</translation>
        </message>
        <message>
            <source>Give one of them.</source>
            <translation>请给出其中之一。</translation>
        </message>
        <message>
            <source>Give one.</source>
            <translation>请给出一个。</translation>
        </message>
        <message>
            <source>Give other values.</source>
            <translation>请给出其他值。</translation>
        </message>
        <message>
            <source>Give palimpsest-tiny, a folder with config.json and model.safetensors, or a hub id.</source>
            <translation>请给出 palimpsest-tiny、含 config.json 和 model.safetensors 的文件夹，或 hub 编号。</translation>
        </message>
        <message>
            <source>Give the alternatives another name.</source>
            <translation>请给这些备选项另取名称。</translation>
        </message>
        <message>
            <source>Give the bert_config.json of this checkpoint.</source>
            <translation>请给出此检查点的 bert_config.json。</translation>
        </message>
        <message>
            <source>Give the config of this checkpoint.</source>
            <translation>请给出此检查点的配置。</translation>
        </message>
        <message>
            <source>Give the design another name.</source>
            <translation>请给设计另取名称。</translation>
        </message>
        <message>
            <source>Give the encoder itself, with adapters merged, of the family that it started from.</source>
            <translation>请传入编码器本身，适配器已合并，且与最初属于同一系列。</translation>
        </message>
        <message>
            <source>Give the folder that holds config.json.</source>
            <translation>请给出含 config.json 的文件夹。</translation>
        </message>
        <message>
            <source>Give the smallest difference that would matter to you, in points, such as 1.</source>
            <translation>请给出对您有意义的最小差异（百分点），例如 1。</translation>
        </message>
        <message>
            <source>Give the smallest difference that would matter to you, in the unit of the metric.</source>
            <translation>请以指标的单位给出对您有意义的最小差异。</translation>
        </message>
        <message>
            <source>Give the vocab.txt of this checkpoint.</source>
            <translation>请给出此检查点的 vocab.txt。</translation>
        </message>
        <message>
            <source>Give two or more.</source>
            <translation>请给出两个或更多。</translation>
        </message>
        <message>
            <source>Given weights</source>
            <translation>给定的权重</translation>
        </message>
        <message>
            <source>Gives all settings that the paper's code, or its text, fixes; each can be changed afterwards. 'palimpsest presets' lists them, and where text and code differ.</source>
            <translation>给出论文代码或正文所规定的全部设置；之后每一项都可修改。'palimpsest presets' 列出它们以及正文与代码的不同之处。</translation>
        </message>
        <message>
            <source>Gradient clipping</source>
            <translation>梯度裁剪</translation>
        </message>
        <message>
            <source>Gradual unfreezing</source>
            <translation>逐层解冻</translation>
        </message>
        <message>
            <source>Grouped by length</source>
            <translation>按长度分组</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>HTML mark-up</source>
            <translation>HTML 标记</translation>
        </message>
        <message>
            <source>Hamming loss</source>
            <translation>Hamming 损失</translation>
        </message>
        <message>
            <source>Has no effect while the whole encoder is frozen.</source>
            <translation>整个编码器冻结时不起作用。</translation>
        </message>
        <message>
            <source>Hashing files</source>
            <translation>正在计算文件哈希</translation>
        </message>
        <message>
            <source>Hashing files for {place}</source>
            <translation>正在为 {place} 计算文件哈希</translation>
        </message>
        <message>
            <source>Head</source>
            <translation>头部</translation>
        </message>
        <message>
            <source>Head + tail</source>
            <translation>头部 + 尾部</translation>
        </message>
        <message>
            <source>Head + tail by share</source>
            <translation>按比例的头部 + 尾部</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/summary.py" />
            <source>Head + tail {head} + {tail}</source>
            <translation>头部 + 尾部 {head} + {tail}</translation>
        </message>
        <message>
            <source>Head alone</source>
            <translation>仅分类头</translation>
        </message>
        <message>
            <source>Head first</source>
            <translation>分类头优先</translation>
        </message>
        <message>
            <source>Head first, then everything</source>
            <translation>先分类头，再全部</translation>
        </message>
        <message>
            <source>Head share</source>
            <translation>头部比例</translation>
        </message>
        <message>
            <source>Head's rate</source>
            <translation>分类头学习率</translation>
        </message>
        <message>
            <source>Head's rate alone</source>
            <translation>单独训练时的学习率</translation>
        </message>
        <message>
            <source>Head, tail, or both: which part of a long review carries the verdict (Sun et al. 2019, Table 2). 800 generated reviews, 128 tokens.</source>
            <translation>头部、尾部，或两者：长评论的哪一部分带有结论（Sun et al. 2019，表 2）。800 条生成的评论，128 个词元。</translation>
        </message>
        <message>
            <source>Header</source>
            <translation>表头</translation>
        </message>
        <message>
            <source>Headlines</source>
            <translation>新闻标题</translation>
        </message>
        <message>
            <source>Held-out Brier score</source>
            <translation>留出 Brier 分数</translation>
        </message>
        <message>
            <source>Held-out F1</source>
            <translation>留出 F1</translation>
        </message>
        <message>
            <source>Held-out Hamming loss</source>
            <translation>留出 Hamming 损失</translation>
        </message>
        <message>
            <source>Held-out MAE</source>
            <translation>留出 MAE</translation>
        </message>
        <message>
            <source>Held-out Matthews correlation</source>
            <translation>留出 Matthews 相关系数</translation>
        </message>
        <message>
            <source>Held-out RMSE</source>
            <translation>留出 RMSE</translation>
        </message>
        <message>
            <source>Held-out ROC AUC</source>
            <translation>留出 ROC AUC</translation>
        </message>
        <message>
            <source>Held-out R²</source>
            <translation>留出 R²</translation>
        </message>
        <message>
            <source>Held-out Spearman correlation</source>
            <translation>留出 Spearman 相关系数</translation>
        </message>
        <message>
            <source>Held-out accuracy</source>
            <translation>留出准确率</translation>
        </message>
        <message>
            <source>Held-out average precision</source>
            <translation>留出平均精确率</translation>
        </message>
        <message>
            <source>Held-out balanced accuracy</source>
            <translation>留出平衡准确率</translation>
        </message>
        <message>
            <source>Held-out calibration error</source>
            <translation>留出校准误差</translation>
        </message>
        <message>
            <source>Held-out error</source>
            <translation>留出错误率</translation>
        </message>
        <message>
            <source>Held-out error of the teacher's texts, [CLS]</source>
            <translation>教师文本向量的留出误差，[CLS]</translation>
        </message>
        <message>
            <source>Held-out error of the teacher's texts, mean</source>
            <translation>教师文本向量的留出误差，平均</translation>
        </message>
        <message>
            <source>Held-out error of the teacher's words</source>
            <translation>教师词状态的留出误差</translation>
        </message>
        <message>
            <source>Held-out label ranking average precision</source>
            <translation>留出标签排序平均精确率</translation>
        </message>
        <message>
            <source>Held-out loss</source>
            <translation>留出损失</translation>
        </message>
        <message>
            <source>Held-out macro F1</source>
            <translation>留出宏平均 F1</translation>
        </message>
        <message>
            <source>Held-out mean distance in ranks</source>
            <translation>留出平均等级距离</translation>
        </message>
        <message>
            <source>Held-out micro F1</source>
            <translation>留出微平均 F1</translation>
        </message>
        <message>
            <source>Held-out next-sentence Brier score</source>
            <translation>留出下一句 Brier 分数</translation>
        </message>
        <message>
            <source>Held-out next-sentence F1</source>
            <translation>留出下一句 F1</translation>
        </message>
        <message>
            <source>Held-out next-sentence Hamming loss</source>
            <translation>留出下一句 Hamming 损失</translation>
        </message>
        <message>
            <source>Held-out next-sentence MAE</source>
            <translation>留出下一句 MAE</translation>
        </message>
        <message>
            <source>Held-out next-sentence Matthews correlation</source>
            <translation>留出下一句 Matthews 相关系数</translation>
        </message>
        <message>
            <source>Held-out next-sentence RMSE</source>
            <translation>留出下一句 RMSE</translation>
        </message>
        <message>
            <source>Held-out next-sentence ROC AUC</source>
            <translation>留出下一句 ROC AUC</translation>
        </message>
        <message>
            <source>Held-out next-sentence R²</source>
            <translation>留出下一句 R²</translation>
        </message>
        <message>
            <source>Held-out next-sentence Spearman correlation</source>
            <translation>留出下一句 Spearman 相关系数</translation>
        </message>
        <message>
            <source>Held-out next-sentence accuracy</source>
            <translation>留出下一句准确率</translation>
        </message>
        <message>
            <source>Held-out next-sentence average precision</source>
            <translation>留出下一句平均精确率</translation>
        </message>
        <message>
            <source>Held-out next-sentence balanced accuracy</source>
            <translation>留出下一句平衡准确率</translation>
        </message>
        <message>
            <source>Held-out next-sentence calibration error</source>
            <translation>留出下一句校准误差</translation>
        </message>
        <message>
            <source>Held-out next-sentence error</source>
            <translation>留出下一句错误率</translation>
        </message>
        <message>
            <source>Held-out next-sentence label ranking average precision</source>
            <translation>留出下一句标签排序平均精确率</translation>
        </message>
        <message>
            <source>Held-out next-sentence loss</source>
            <translation>留出下一句损失</translation>
        </message>
        <message>
            <source>Held-out next-sentence macro F1</source>
            <translation>留出下一句宏平均 F1</translation>
        </message>
        <message>
            <source>Held-out next-sentence mean distance in ranks</source>
            <translation>留出下一句平均等级距离</translation>
        </message>
        <message>
            <source>Held-out next-sentence micro F1</source>
            <translation>留出下一句微平均 F1</translation>
        </message>
        <message>
            <source>Held-out next-sentence perplexity</source>
            <translation>留出下一句困惑度</translation>
        </message>
        <message>
            <source>Held-out next-sentence precision</source>
            <translation>留出下一句精确率</translation>
        </message>
        <message>
            <source>Held-out next-sentence quadratic weighted kappa</source>
            <translation>留出下一句二次加权 kappa</translation>
        </message>
        <message>
            <source>Held-out next-sentence recall</source>
            <translation>留出下一句召回率</translation>
        </message>
        <message>
            <source>Held-out next-sentence subset accuracy</source>
            <translation>留出下一句子集准确率</translation>
        </message>
        <message>
            <source>Held-out next-sentence weighted F1</source>
            <translation>留出下一句加权 F1</translation>
        </message>
        <message>
            <source>Held-out perplexity</source>
            <translation>留出困惑度</translation>
        </message>
        <message>
            <source>Held-out precision</source>
            <translation>留出精确率</translation>
        </message>
        <message>
            <source>Held-out quadratic weighted kappa</source>
            <translation>留出二次加权 kappa</translation>
        </message>
        <message>
            <source>Held-out recall</source>
            <translation>留出召回率</translation>
        </message>
        <message>
            <source>Held-out subset accuracy</source>
            <translation>留出子集准确率</translation>
        </message>
        <message>
            <source>Held-out text</source>
            <translation>留出文本</translation>
        </message>
        <message>
            <source>Held-out weighted F1</source>
            <translation>留出加权 F1</translation>
        </message>
        <message>
            <source>Help desk, June</source>
            <translation>客服，六月</translation>
        </message>
        <message>
            <source>Help desk, May</source>
            <translation>客服，五月</translation>
        </message>
        <message>
            <source>Here the code clips all gradients together, unlike in fine-tuning.</source>
            <translation>与微调不同，代码在这里对所有梯度一起裁剪。</translation>
        </message>
        <message>
            <source>Hidden layer (MLP)</source>
            <translation>隐藏层（MLP）</translation>
        </message>
        <message>
            <source>Hidden units</source>
            <translation>隐藏单元</translation>
        </message>
        <message>
            <source>Hierarchical</source>
            <translation>分层读取</translation>
        </message>
        <message>
            <source>Hold fields together</source>
            <translation>字段引用</translation>
        </message>
        <message>
            <source>Hold out {share} %.</source>
            <translation>请留出 {share} %。</translation>
        </message>
        <message>
            <source>Home there</source>
            <translation>那里的主目录</translation>
        </message>
        <message>
            <source>Hops</source>
            <translation>注意力头数</translation>
        </message>
        <message>
            <source>Host</source>
            <translation>主机</translation>
        </message>
        <message>
            <source>How far the exponent falls from 1 over the epochs.</source>
            <translation>各轮中指数从 1 下降多少。</translation>
        </message>
        <message>
            <source>How many ranks the answer is from the true class, on average: 0 is right, 1 a neighbouring class.</source>
            <translation>答案与真实类别平均相差多少个等级：0 为正确，1 为相邻类别。</translation>
        </message>
        <message>
            <source>How much a text of each class counts in the training loss. The mean over all training texts is always 1, so the learning rate need not change.</source>
            <translation>各类别的文本在训练损失中的权重。所有训练文本的平均值始终为 1，因此无需调整学习率。</translation>
        </message>
        <message>
            <source>How much slower the lower and how much faster the upper group of layers learns.</source>
            <translation>低层组学习得慢多少、高层组学习得快多少。</translation>
        </message>
        <message>
            <source>How much smaller the lowest rate is than the peak.</source>
            <translation>最低学习率比峰值小多少倍。</translation>
        </message>
        <message>
            <source>How often a text of a class has a higher probability of it than another text; the mean over classes.</source>
            <translation>属于某类别的文本比另一文本得到更高该类概率的频率；各类别的平均。</translation>
        </message>
        <message>
            <source>Hugging Face datasets</source>
            <translation>Hugging Face datasets</translation>
        </message>
        <message>
            <source>IMDb</source>
            <translation>IMDb</translation>
        </message>
        <message>
            <source>If it is a header, give --format csv.</source>
            <translation>如果是表头，请给出 --format csv。</translation>
        </message>
        <message>
            <source>If it is a text, --header no.</source>
            <translation>如果是文本，请给出 --header no。</translation>
        </message>
        <message>
            <source>If that is the right machine, accept its key once: ssh HOST</source>
            <translation>如果确是那台机器，请接受一次它的密钥：ssh HOST</translation>
        </message>
        <message>
            <source>Import it on the Data page, register a copy, or name its file.</source>
            <translation>请在“数据”页导入它、登记副本，或指定其文件。</translation>
        </message>
        <message>
            <source>In proportion to the number of texts: every text exactly once per epoch (the paper's code).</source>
            <translation>按文本数量的比例：每轮每个文本恰好出现一次（论文代码）。</translation>
        </message>
        <message>
            <source>In proportion to the square root of the number of texts.</source>
            <translation>按文本数量平方根的比例。</translation>
        </message>
        <message>
            <source>In the loss</source>
            <translation>计入损失</translation>
        </message>
        <message>
            <source>Incomplete rows</source>
            <translation>不完整的行</translation>
        </message>
        <message>
            <source>Initialisation</source>
            <translation>初始化</translation>
        </message>
        <message>
            <source>Install Palimpsest again, or use the commands: palimpsest --help.</source>
            <translation>请重新安装 Palimpsest，或使用命令：palimpsest --help。</translation>
        </message>
        <message>
            <source>Install Palimpsest again.</source>
            <translation>请重新安装 Palimpsest。</translation>
        </message>
        <message>
            <source>Install it there, or name it in full: palimpsest places add ... --command /path/to/palimpsest</source>
            <translation>请在那里安装，或写出全名：palimpsest places add ... --command /path/to/palimpsest</translation>
        </message>
        <message>
            <source>Install it with 'python -m spacy download {name}', or use the rules.</source>
            <translation>请用“python -m spacy download {name}”安装，或使用规则。</translation>
        </message>
        <message>
            <source>Install it with: pip install 'palimpsest[engine]'</source>
            <translation>请安装：pip install 'palimpsest[engine]'</translation>
        </message>
        <message>
            <source>Install it with: pip install 'palimpsest[search]'</source>
            <translation>请安装：pip install 'palimpsest[search]'</translation>
        </message>
        <message>
            <source>Install it with: pip install 'palimpsest[serve]'</source>
            <translation>请安装：pip install 'palimpsest[serve]'</translation>
        </message>
        <message>
            <source>Install it with: pip install {package}</source>
            <translation>请安装：pip install {package}</translation>
        </message>
        <message>
            <source>Install the OpenSSH client.</source>
            <translation>请安装 OpenSSH 客户端。</translation>
        </message>
        <message>
            <source>Install the same version on both sides.</source>
            <translation>请在两端安装相同的版本。</translation>
        </message>
        <message>
            <source>Install the version that fits the installed spaCy, or use the rules.</source>
            <translation>请安装与已装 spaCy 相配的版本，或使用规则。</translation>
        </message>
        <message>
            <source>Install them with: pip install 'palimpsest[onnx]'</source>
            <translation>请安装：pip install 'palimpsest[onnx]'</translation>
        </message>
        <message>
            <source>Interrupted at step {step}.</source>
            <translation>在第 {step} 步中断。</translation>
        </message>
        <message>
            <source>Interrupted.</source>
            <translation>已中断。</translation>
        </message>
        <message>
            <source>It can still be read.</source>
            <translation>仍可读取它。</translation>
        </message>
        <message>
            <source>It comes as {sizes}.</source>
            <translation>它提供的大小有 {sizes}。</translation>
        </message>
        <message>
            <source>It could not write: its disk was full, or the store was locked.</source>
            <translation>无法写入：磁盘已满，或存储库被锁定。</translation>
        </message>
        <message>
            <source>It has one head only: leave the task out.</source>
            <translation>它只有一个头部：请不要指定任务。</translation>
        </message>
        <message>
            <source>It has one size only.</source>
            <translation>它只有一种大小。</translation>
        </message>
        <message>
            <source>It has stored: {stages}.</source>
            <translation>它存储了：{stages}。</translation>
        </message>
        <message>
            <source>It has {names}.</source>
            <translation>现有：{names}。</translation>
        </message>
        <message>
            <source>It has: none yet.</source>
            <translation>还没有。</translation>
        </message>
        <message>
            <source>It has: {names}.</source>
            <translation>其中有：{names}。</translation>
        </message>
        <message>
            <source>It is fetched again.</source>
            <translation>会再次取回。</translation>
        </message>
        <message>
            <source>It is fetched once that has ended.</source>
            <translation>结束后会立即取回。</translation>
        </message>
        <message>
            <source>It is tried again.</source>
            <translation>会再次尝试。</translation>
        </message>
        <message>
            <source>It was made with another version or specification.</source>
            <translation>它由其他版本或设置产生。</translation>
        </message>
        <message>
            <source>It was not stored.</source>
            <translation>没有存储。</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>It was trained on {part} of texts over {n} tokens, and transformers keeps the beginning: cut long texts yourself.</source>
            <translation>它在超过 {n} 个词元的文本的{part}上训练，而 transformers 保留开头：请自行截断长文本。</translation>
        </message>
        <message>
            <source>Its answers on the test texts are stored (palimpsest predictions {run} --out FILE).</source>
            <translation>它对测试文本的答案已存储（palimpsest predictions {run} --out FILE）。</translation>
        </message>
        <message>
            <source>Its classes are {classes}.</source>
            <translation>其类别为：{classes}。</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>Its decision rule (decision.json) is Palimpsest's own: transformers does not follow it.</source>
            <translation>其决策规则（decision.json）为 Palimpsest 自有：transformers 不会遵循。</translation>
        </message>
        <message>
            <source>Its files are in its folder (palimpsest show).</source>
            <translation>其文件在它的文件夹中（palimpsest show）。</translation>
        </message>
        <message>
            <source>Its labels are {classes}.</source>
            <translation>其标签为：{classes}。</translation>
        </message>
        <message>
            <source>Its next step could not be taken (exit code {code}).</source>
            <translation>无法进行下一步（退出码 {code}）。</translation>
        </message>
        <message>
            <source>Its process crashed ({name}).</source>
            <translation>其进程崩溃（{name}）。</translation>
        </message>
        <message>
            <source>Its process ended with exit code {code}.</source>
            <translation>其进程以退出码 {code} 结束。</translation>
        </message>
        <message>
            <source>Its process was killed ({name}), perhaps by the system because memory ran out.</source>
            <translation>其进程被终止（{name}），可能是系统因内存不足所为。</translation>
        </message>
        <message>
            <source>Its process was killed ({name}).</source>
            <translation>其进程被终止（{name}）。</translation>
        </message>
        <message>
            <source>Its process was killed, or the machine went down.</source>
            <translation>其进程被终止，或机器停机。</translation>
        </message>
        <message>
            <source>Its settings, as 'name = value'.</source>
            <translation>它的设置，写作 'name = value'。</translation>
        </message>
        <message>
            <source>Its training has diverged: choose another run.</source>
            <translation>其训练已发散：请选择另一次运行。</translation>
        </message>
        <message>
            <source>JSON document</source>
            <translation>JSON 文档</translation>
        </message>
        <message>
            <source>JSON lines</source>
            <translation>JSON 行</translation>
        </message>
        <message>
            <source>Jensen–Shannon divergence between each head's attention now and before.</source>
            <translation>现在与之前各注意力头的注意力之间的 Jensen–Shannon 散度。</translation>
        </message>
        <message>
            <source>Jobs of a sweep that may run at a time.</source>
            <translation>扫描的作业中可同时运行的数目。</translation>
        </message>
        <message>
            <source>Join with</source>
            <translation>拼接符</translation>
        </message>
        <message>
            <source>Keep frozen</source>
            <translation>保持冻结输出</translation>
        </message>
        <message>
            <source>Keep some.</source>
            <translation>请保留一些。</translation>
        </message>
        <message>
            <source>Keep steps</source>
            <translation>保留的步</translation>
        </message>
        <message>
            <source>Keep the columns of the text and the label.</source>
            <translation>请只保留文本列和标签列。</translation>
        </message>
        <message>
            <source>Keep {names}.</source>
            <translation>请保留 {names}。</translation>
        </message>
        <message>
            <source>Keeping a copy of the model as a teacher</source>
            <translation>正在保留模型副本作为教师</translation>
        </message>
        <message>
            <source>Keeping and testing</source>
            <translation>正在保留并测试</translation>
        </message>
        <message>
            <source>Keeping these weights</source>
            <translation>正在保留这些权重</translation>
        </message>
        <message>
            <source>Kept texts</source>
            <translation>保留的文本</translation>
        </message>
        <message>
            <source>Kept: none (palimpsest average --keep).</source>
            <translation>没有保留（palimpsest average --keep）。</translation>
        </message>
        <message>
            <source>Kept: none.</source>
            <translation>没有保留任何更新。</translation>
        </message>
        <message>
            <source>Kept: {names} (palimpsest average --keep).</source>
            <translation>已保留：{names}（palimpsest average --keep）。</translation>
        </message>
        <message>
            <source>Kept: {names}.</source>
            <translation>已保留：{names}。</translation>
        </message>
        <message>
            <source>Keys with nested values are left out: {keys}.</source>
            <translation>已忽略值有嵌套的键：{keys}。</translation>
        </message>
        <message>
            <source>Known: {names}.</source>
            <translation>已知：{names}。</translation>
        </message>
        <message>
            <source>L2-SP</source>
            <translation>L2-SP</translation>
        </message>
        <message>
            <source>LABEL=WEIGHT for each label whose positive weight is not 1: threat=5.</source>
            <translation>为每个正例权重不为 1 的标签填写 LABEL=WEIGHT：threat=5。</translation>
        </message>
        <message>
            <source>LSTM units</source>
            <translation>LSTM 单元</translation>
        </message>
        <message>
            <source>Label and text in lines</source>
            <translation>每行标签与文本</translation>
        </message>
        <message>
            <source>Label column</source>
            <translation>标签列</translation>
        </message>
        <message>
            <source>Label columns</source>
            <translation>标签列</translation>
        </message>
        <message>
            <source>Label more texts.</source>
            <translation>请标注更多文本。</translation>
        </message>
        <message>
            <source>Label ranking average precision</source>
            <translation>标签排序平均精确率</translation>
        </message>
        <message>
            <source>Label separator</source>
            <translation>标签分隔符</translation>
        </message>
        <message>
            <source>Label smoothing</source>
            <translation>标签平滑</translation>
        </message>
        <message>
            <source>Labels</source>
            <translation>标签</translation>
        </message>
        <message>
            <source>Labels are</source>
            <translation>标签类型</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/proposal.py" />
            <source>Labels are lists of {many} values 0 or 1, one for each label</source>
            <translation>标签是由 {many} 个 0 或 1 组成的列表，每个标签一个</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/proposal.py" />
            <source>Labels are lists, of {many} different labels</source>
            <translation>标签是列表，共有 {many} 种不同标签</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/proposal.py" />
            <source>Labels are {many} different numbers, {least} to {most}: they can be learnt as numbers</source>
            <translation>标签是 {many} 个不同的数，从 {least} 到 {most}：可以作为数值学习</translation>
        </message>
        <message>
            <source>Labels of the test split were not checked: results are measured with them.</source>
            <translation>没有检查测试集的标签：结果由它们测量。</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>Labels of training texts are numbers from {least} to {most}, {mean} on average</source>
            <translation>训练文本的标签是数值，从 {least} 到 {most}，平均 {mean}</translation>
        </message>
        <message>
            <source>Labels: all, weighted by probability (exact; classes only); drawn from the model; or the true ones.</source>
            <translation>标签：全部，按概率加权（精确；仅限类别）；从模型抽样；或真实标签。</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>语言能力</translation>
        </message>
        <message>
            <source>Largest norm of the gradient; 0: no clipping.</source>
            <translation>梯度的最大范数；0：不裁剪。</translation>
        </message>
        <message>
            <source>Last 2, concatenated</source>
            <translation>后 2 层，拼接</translation>
        </message>
        <message>
            <source>Last 2, mean</source>
            <translation>后 2 层，均值</translation>
        </message>
        <message>
            <source>Last output of the job: {words}</source>
            <translation>作业最后的输出：{words}</translation>
        </message>
        <message>
            <source>Last output: {words}</source>
            <translation>最后的输出：{words}</translation>
        </message>
        <message>
            <source>Last step</source>
            <translation>最后一步</translation>
        </message>
        <message>
            <source>Last update, no validation labels</source>
            <translation>最后一次更新，不用验证标签</translation>
        </message>
        <message>
            <source>Last validation</source>
            <translation>最后验证</translation>
        </message>
        <message>
            <source>Last validation error</source>
            <translation>最后验证错误率</translation>
        </message>
        <message>
            <source>Last validation error in %.</source>
            <translation>最后的验证错误率，单位 %。</translation>
        </message>
        <message>
            <source>Layer</source>
            <translation>层</translation>
        </message>
        <message>
            <source>Layer 1 of 4</source>
            <translation>第 1 层（共 4 层）</translation>
        </message>
        <message>
            <source>Layer 2 of 4</source>
            <translation>第 2 层（共 4 层）</translation>
        </message>
        <message>
            <source>Layer 3 of 4</source>
            <translation>第 3 层（共 4 层）</translation>
        </message>
        <message>
            <source>Layer 4 of 4</source>
            <translation>第 4 层（共 4 层）</translation>
        </message>
        <message>
            <source>Layer-wise decay</source>
            <translation>逐层衰减</translation>
        </message>
        <message>
            <source>Layers</source>
            <translation>层</translation>
        </message>
        <message>
            <source>Layers at a time</source>
            <translation>每次层数</translation>
        </message>
        <message>
            <source>Learn masked words only.</source>
            <translation>请只学习掩码词。</translation>
        </message>
        <message>
            <source>Learn {objective}.</source>
            <translation>请学习{objective}。</translation>
        </message>
        <message>
            <source>Learning rate</source>
            <translation>学习率</translation>
        </message>
        <message>
            <source>Learning rate, embeddings</source>
            <translation>学习率，嵌入层</translation>
        </message>
        <message>
            <source>Learning rate, top layer</source>
            <translation>学习率，顶层</translation>
        </message>
        <message>
            <source>Learning rates and catastrophic forgetting</source>
            <translation>学习率与灾难性遗忘</translation>
        </message>
        <message>
            <source>Learning rates of lower layers.</source>
            <translation>低层学习得慢多少。</translation>
        </message>
        <message>
            <source>Learning without forgetting</source>
            <translation>无遗忘学习（LwF）</translation>
        </message>
        <message>
            <source>Learning word pieces in {name}</source>
            <translation>正在从 {name} 学习词片</translation>
        </message>
        <message>
            <source>Learns a number by its squared or absolute distance.</source>
            <translation>以平方距离或绝对距离学习一个数值。</translation>
        </message>
        <message>
            <source>Learns classes that have an order, so that an answer next to the true class is better than one far from it.</source>
            <translation>学习有序的类别，使得接近真实类别的答案优于相距较远的答案。</translation>
        </message>
        <message>
            <source>Learns classes: each text belongs to exactly one.</source>
            <translation>学习类别：每个文本恰好属于一个类别。</translation>
        </message>
        <message>
            <source>Learns from other labels than these ({labels}).</source>
            <translation>要用的标签与这些不同（{labels}）。</translation>
        </message>
        <message>
            <source>Learns from probabilities of classes, as where annotators disagreed, by cross-entropy with the whole distribution.</source>
            <translation>以交叉熵对整个分布学习各类别的概率，例如标注者意见不一时。</translation>
        </message>
        <message>
            <source>Learns several tasks at once: they share the encoder, each has a head of its own (Sun et al. 2019, 4.3).</source>
            <translation>同时学习多个任务：它们共用编码器，各有自己的分类头（Sun et al. 2019, 4.3）。</translation>
        </message>
        <message>
            <source>Learns the labels of one data set, with a new head on the encoder.</source>
            <translation>学习一个数据集的标签，在编码器之上使用新的分类头。</translation>
        </message>
        <message>
            <source>Learns the states of a larger encoder, the teacher, along with masked words (Jiao et al. 2020).</source>
            <translation>在掩码词之外，学习一个更大的编码器（教师）的状态（Jiao et al. 2020）。</translation>
        </message>
        <message>
            <source>Leave it empty or write encoder, 1 or 1@5000.</source>
            <translation>请留空，或写 encoder、1 或 1@5000。</translation>
        </message>
        <message>
            <source>Leave it empty.</source>
            <translation>请留空。</translation>
        </message>
        <message>
            <source>Leave it out, or train for longer.</source>
            <translation>请去掉它，或延长训练。</translation>
        </message>
        <message>
            <source>Leave it out.</source>
            <translation>请去掉它。</translation>
        </message>
        <message>
            <source>Leave one out, or write them as files of their own.</source>
            <translation>请去掉一个，或分成各自的文件。</translation>
        </message>
        <message>
            <source>Leave one out.</source>
            <translation>请去掉一个。</translation>
        </message>
        <message>
            <source>Leave out</source>
            <translation>排除</translation>
        </message>
        <message>
            <source>Leave out documents that occur twice, or in a test or validation split of any data set of this run.</source>
            <translation>排除重复出现的文档，以及出现在此运行任一数据集的测试集或验证集中的文档。</translation>
        </message>
        <message>
            <source>Leave out overlap</source>
            <translation>排除重叠</translation>
        </message>
        <message>
            <source>Leave the file out of data.validation and data.test; predict it with: palimpsest predict RUN --file {file}</source>
            <translation>请不要将该文件用于 data.validation 和 data.test；可这样预测：palimpsest predict RUN --file {file}</translation>
        </message>
        <message>
            <source>Leave the key out, or fill it.</source>
            <translation>请去掉该键，或填上内容。</translation>
        </message>
        <message>
            <source>Leave the others out.</source>
            <translation>请去掉其他选项。</translation>
        </message>
        <message>
            <source>Leave the size out.</source>
            <translation>请不要指定大小。</translation>
        </message>
        <message>
            <source>Leave the stage seed of the last stage empty.</source>
            <translation>请将最后一个阶段的阶段种子留空。</translation>
        </message>
        <message>
            <source>Leave the texts out with --no-texts.</source>
            <translation>请用 --no-texts 略去文本。</translation>
        </message>
        <message>
            <source>Leave {option} out (data.format.{name}), or name another format.</source>
            <translation>请去掉 {option}（data.format.{name}），或指定其他格式。</translation>
        </message>
        <message>
            <source>Length</source>
            <translation>长度</translation>
        </message>
        <message>
            <source>Lengths are in words, because tokens cannot be counted: {reason}</source>
            <translation>长度以词计，因为无法统计词元：{reason}</translation>
        </message>
        <message>
            <source>Let it finish (palimpsest resume {run}), or name another stage.</source>
            <translation>请让它完成（palimpsest resume {run}），或指定其他阶段。</translation>
        </message>
        <message>
            <source>Let it finish (palimpsest resume {run}).</source>
            <translation>请让它完成（palimpsest resume {run}）。</translation>
        </message>
        <message>
            <source>Let it finish a trial.</source>
            <translation>请让它完成一次试验。</translation>
        </message>
        <message>
            <source>Let ssh in without a password: a key in the agent (ssh-add), or ssh-copy-id HOST.</source>
            <translation>请让 ssh 无需密码登录：在代理中放入密钥（ssh-add），或用 ssh-copy-id HOST。</translation>
        </message>
        <message>
            <source>Let the login there print nothing where there is no terminal.</source>
            <translation>请让那里的登录脚本在没有终端时不输出任何内容。</translation>
        </message>
        <message>
            <source>Line breaks</source>
            <translation>换行符</translation>
        </message>
        <message>
            <source>Linear</source>
            <translation>线性</translation>
        </message>
        <message>
            <source>Linear CKA, and distance after the best rotation, between the layers' outputs now and before.</source>
            <translation>现在与之前各层输出之间的线性 CKA，以及最佳旋转后的距离。</translation>
        </message>
        <message>
            <source>Linear baseline</source>
            <translation>线性基线</translation>
        </message>
        <message>
            <source>Linear rise to the peak, then half a cosine down to zero.</source>
            <translation>线性上升到峰值，然后按半个余弦下降到零。</translation>
        </message>
        <message>
            <source>Linear rise to the peak, then linear fall to zero at the end; continuous.</source>
            <translation>线性上升到峰值，然后线性下降，最终为零；连续。</translation>
        </message>
        <message>
            <source>Linear rise to the peak, then no change.</source>
            <translation>线性上升到峰值，然后不变。</translation>
        </message>
        <message>
            <source>Linear warm-up and decay</source>
            <translation>线性预热与衰减</translation>
        </message>
        <message>
            <source>Lines</source>
            <translation>按行</translation>
        </message>
        <message>
            <source>Lines left out above the table in {file}: {count} ({shown}).</source>
            <translation>{file} 中表格上方略去的行数：{count}（{shown}）。</translation>
        </message>
        <message>
            <source>Lines left out below the header in {file}: {count} ({shown}).</source>
            <translation>{file} 中表头下方略去的行数：{count}（{shown}）。</translation>
        </message>
        <message>
            <source>List all: palimpsest fields</source>
            <translation>全部列出：palimpsest fields</translation>
        </message>
        <message>
            <source>List runs with: palimpsest runs --json</source>
            <translation>可这样列出运行：palimpsest runs --json</translation>
        </message>
        <message>
            <source>List the recipes with: palimpsest recipes</source>
            <translation>可这样列出配方：palimpsest recipes</translation>
        </message>
        <message>
            <source>List them with: palimpsest runs</source>
            <translation>可这样列出：palimpsest runs</translation>
        </message>
        <message>
            <source>List them with: palimpsest searches</source>
            <translation>可这样列出：palimpsest searches</translation>
        </message>
        <message>
            <source>Lists of 0 and 1</source>
            <translation>0 和 1 的列表</translation>
        </message>
        <message>
            <source>LoRA</source>
            <translation>LoRA</translation>
        </message>
        <message>
            <source>Loading the encoder</source>
            <translation>正在加载编码器</translation>
        </message>
        <message>
            <source>Loading the teacher</source>
            <translation>正在加载教师</translation>
        </message>
        <message>
            <source>Log</source>
            <translation>日志</translation>
        </message>
        <message>
            <source>Login node</source>
            <translation>登录节点</translation>
        </message>
        <message>
            <source>Logistic regression</source>
            <translation>逻辑回归</translation>
        </message>
        <message>
            <source>Logistic regression on TF-IDF (1 + log of a term's count, times its inverse document frequency, normalised to length 1), or multinomial naive Bayes on counts.</source>
            <translation>基于 TF-IDF 的逻辑回归（1 + 词项计数的对数，乘以逆文档频率，长度归一化为 1），或基于计数的多项式朴素贝叶斯。</translation>
        </message>
        <message>
            <source>Long reviews</source>
            <translation>长评论</translation>
        </message>
        <message>
            <source>Long texts</source>
            <translation>长文本</translation>
        </message>
        <message>
            <source>Longest input of this task; 0: the stage's length.</source>
            <translation>此任务的最长输入；0：使用阶段的长度。</translation>
        </message>
        <message>
            <source>Longest input, special tokens included; 0: as long as the encoder reads.</source>
            <translation>最长输入，含特殊词元；0：编码器能读取的最大长度。</translation>
        </message>
        <message>
            <source>Longest passage, special tokens included.</source>
            <translation>最长段落，含特殊词元。</translation>
        </message>
        <message>
            <source>Longest sequence of words or characters that counts as a term.</source>
            <translation>不超过此长度的词或字符序列作为词项。</translation>
        </message>
        <message>
            <source>Looking for an equal stage</source>
            <translation>正在查找相同的阶段</translation>
        </message>
        <message>
            <source>Looking for near-duplicates</source>
            <translation>正在查找近似重复</translation>
        </message>
        <message>
            <source>Loss</source>
            <translation>损失</translation>
        </message>
        <message>
            <source>Loss of the encoder under the original masked-word head, on general text; always the same words masked.</source>
            <translation>编码器在通用文本上、用原有掩码词预测头的损失；每次掩去的词都相同。</translation>
        </message>
        <message>
            <source>Low rate</source>
            <translation>低学习率</translation>
        </message>
        <message>
            <source>Lower rates for lower layers, on 500 generated questions with the bundled encoder: error, drift of each layer and general language.</source>
            <translation>较低的层学得更慢，500 个生成的问题，内置编码器：错误率、各层的漂移以及原有的语言能力。</translation>
        </message>
        <message>
            <source>Lowest held-out loss</source>
            <translation>留出损失最低</translation>
        </message>
        <message>
            <source>Lowest layers</source>
            <translation>最低的若干层</translation>
        </message>
        <message>
            <source>MAE</source>
            <translation>MAE</translation>
        </message>
        <message>
            <source>Macro F1</source>
            <translation>宏平均 F1</translation>
        </message>
        <message>
            <source>Make it a run of its own.</source>
            <translation>请将其作为单独的运行。</translation>
        </message>
        <message>
            <source>Make it first.</source>
            <translation>请先创建它。</translation>
        </message>
        <message>
            <source>Make it, or name another.</source>
            <translation>请创建它，或另指定一个。</translation>
        </message>
        <message>
            <source>Make one with: palimpsest run quickstart</source>
            <translation>用这个命令开始一个：palimpsest run quickstart</translation>
        </message>
        <message>
            <source>Mask all pieces of a word together; Chinese words are those that spaCy's segmenter finds.</source>
            <translation>把一个词的所有子词一起掩去；中文的词由 spaCy 的分词器确定。</translation>
        </message>
        <message>
            <source>Masked share</source>
            <translation>掩码比例</translation>
        </message>
        <message>
            <source>Masked tokens in pre-training.</source>
            <translation>预训练中被掩去的词元。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>Masked words</source>
            <translation>掩码词</translation>
        </message>
        <message>
            <source>Masked words and next sentence</source>
            <translation>掩码词与下一句</translation>
        </message>
        <message>
            <source>Masked words of general text under the encoder's original head, or the tasks of earlier stages.</source>
            <translation>通用文本的掩码词（用编码器的原有预测头），或较早阶段的任务。</translation>
        </message>
        <message>
            <source>Masked words of general text, under the encoder's original head, which stays as it is.</source>
            <translation>通用文本的掩码词，用编码器的原有预测头，该预测头保持不变。</translation>
        </message>
        <message>
            <source>Masked words only, in windows that run across sentences (Liu et al. 2019, 4.2).</source>
            <translation>仅掩码词，窗口可跨越句子（Liu et al. 2019, 4.2）。</translation>
        </message>
        <message>
            <source>Masked words, and whether segment B follows segment A (Devlin et al. 2019, 3.1).</source>
            <translation>掩码词，以及片段 B 是否接在片段 A 之后（Devlin et al. 2019, 3.1）。</translation>
        </message>
        <message>
            <source>Masking</source>
            <translation>掩码</translation>
        </message>
        <message>
            <source>Matrices of each layer that get an adapter.</source>
            <translation>每层的哪些矩阵带有适配器。</translation>
        </message>
        <message>
            <source>Matrix products</source>
            <translation>矩阵乘积</translation>
        </message>
        <message>
            <source>Matthews correlation</source>
            <translation>Matthews 相关系数</translation>
        </message>
        <message>
            <source>Maximum</source>
            <translation>最大值</translation>
        </message>
        <message>
            <source>Mean</source>
            <translation>平均</translation>
        </message>
        <message>
            <source>Mean distance in ranks</source>
            <translation>平均等级距离</translation>
        </message>
        <message>
            <source>Mean of all tokens</source>
            <translation>所有词元的平均</translation>
        </message>
        <message>
            <source>Mean, normalised</source>
            <translation>平均，归一化</translation>
        </message>
        <message>
            <source>Measure</source>
            <translation>测量项</translation>
        </message>
        <message>
            <source>Measure forgetting</source>
            <translation>测量遗忘</translation>
        </message>
        <message>
            <source>Measured at evaluations are: {known}.</source>
            <translation>评估时测量的有：{known}。</translation>
        </message>
        <message>
            <source>Measures are such as test/error.</source>
            <translation>测量项例如 test/error。</translation>
        </message>
        <message>
            <source>Measures of forgetting; measuring does not change the training.</source>
            <translation>测量遗忘的哪些方面；测量不会改变训练。</translation>
        </message>
        <message>
            <source>Measuring</source>
            <translation>测量</translation>
        </message>
        <message>
            <source>Measuring averages</source>
            <translation>正在测量平均权重</translation>
        </message>
        <message>
            <source>Measuring forgetting</source>
            <translation>正在测量遗忘</translation>
        </message>
        <message>
            <source>Measuring the engine</source>
            <translation>正在测量引擎</translation>
        </message>
        <message>
            <source>Measuring the spread of the teacher's states</source>
            <translation>正在测量教师状态的分布</translation>
        </message>
        <message>
            <source>Median</source>
            <translation>中位数</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>内存</translation>
        </message>
        <message>
            <source>Merge it into the weights first (merge_and_unload of peft), and save these alone.</source>
            <translation>请先把它合并到权重中（peft 的 merge_and_unload），再单独保存权重。</translation>
        </message>
        <message>
            <source>Messages to the support of an invented shop, written one by one: misspellings, moods, two requests at once, arguable queues, and 3 % wrong labels in the training split.</source>
            <translation>写给一家虚构商店客服的消息，逐条撰写：有错别字、情绪、一次两个请求、可争议的队列，训练集中有 3 % 的错误标签。</translation>
        </message>
        <message>
            <source>Method</source>
            <translation>方法</translation>
        </message>
        <message>
            <source>Micro F1</source>
            <translation>微平均 F1</translation>
        </message>
        <message>
            <source>Micro-batch</source>
            <translation>微批次</translation>
        </message>
        <message>
            <source>Mixout</source>
            <translation>Mixout</translation>
        </message>
        <message>
            <source>Mixout draws</source>
            <translation>Mixout 抽样方式</translation>
        </message>
        <message>
            <source>Model</source>
            <translation>模型</translation>
        </message>
        <message>
            <source>Models</source>
            <translation>模型</translation>
        </message>
        <message>
            <source>More options</source>
            <translation>更多选项</translation>
        </message>
        <message>
            <source>Most tokens to predict in a window; 0: as many as the share says. The original: 20 of 128.</source>
            <translation>一个窗口中最多预测的词元数；0：由比例决定。原始做法：128 个中的 20 个。</translation>
        </message>
        <message>
            <source>Multi-label classification</source>
            <translation>多标签分类</translation>
        </message>
        <message>
            <source>Multi-task fine-tuning</source>
            <translation>多任务微调</translation>
        </message>
        <message>
            <source>Must be a finite number.</source>
            <translation>必须是有限的数。</translation>
        </message>
        <message>
            <source>Must be a valid boolean.</source>
            <translation>必须是“是”或“否”。</translation>
        </message>
        <message>
            <source>Must be a valid integer.</source>
            <translation>必须是整数。</translation>
        </message>
        <message>
            <source>Must be a valid number.</source>
            <translation>必须是数字。</translation>
        </message>
        <message>
            <source>Must be a valid string.</source>
            <translation>必须是文本。</translation>
        </message>
        <message>
            <source>Must be greater than or equal to {least}.</source>
            <translation>必须大于或等于 {least}。</translation>
        </message>
        <message>
            <source>Must be greater than {least}.</source>
            <translation>必须大于 {least}。</translation>
        </message>
        <message>
            <source>Must be less than or equal to {most}.</source>
            <translation>必须小于或等于 {most}。</translation>
        </message>
        <message>
            <source>Must be less than {most}.</source>
            <translation>必须小于 {most}。</translation>
        </message>
        <message>
            <source>Must be {choices}.</source>
            <translation>必须是 {choices}。</translation>
        </message>
        <message>
            <source>Naive Bayes</source>
            <translation>朴素贝叶斯</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>名称</translation>
        </message>
        <message>
            <source>Name --config.</source>
            <translation>请指定 --config。</translation>
        </message>
        <message>
            <source>Name a file in a folder that can be written.</source>
            <translation>请指定可写入的文件夹中的文件。</translation>
        </message>
        <message>
            <source>Name a file in it.</source>
            <translation>请指定其中的文件。</translation>
        </message>
        <message>
            <source>Name a file inside it.</source>
            <translation>请指定其中的文件。</translation>
        </message>
        <message>
            <source>Name a file of texts.</source>
            <translation>请指定文本文件。</translation>
        </message>
        <message>
            <source>Name a file on disk.</source>
            <translation>请指定磁盘上的文件。</translation>
        </message>
        <message>
            <source>Name a file with the token.</source>
            <translation>请指定含令牌的文件。</translation>
        </message>
        <message>
            <source>Name a file.</source>
            <translation>请指定文件。</translation>
        </message>
        <message>
            <source>Name a folder of text files.</source>
            <translation>请指定放文本文件的文件夹。</translation>
        </message>
        <message>
            <source>Name a folder with event files of a training.</source>
            <translation>请指定含某次训练的事件文件的文件夹。</translation>
        </message>
        <message>
            <source>Name a folder with {file}.</source>
            <translation>请指定含 {file} 的文件夹。</translation>
        </message>
        <message>
            <source>Name a log.</source>
            <translation>请指定日志。</translation>
        </message>
        <message>
            <source>Name a login node of the cluster: palimpsest places add NAME slurm host=LOGIN-NODE</source>
            <translation>请指定集群的登录节点：palimpsest places add NAME slurm host=LOGIN-NODE</translation>
        </message>
        <message>
            <source>Name a new file, or give --overwrite.</source>
            <translation>请指定新文件，或给出 --overwrite。</translation>
        </message>
        <message>
            <source>Name a new folder.</source>
            <translation>请指定新的文件夹。</translation>
        </message>
        <message>
            <source>Name a place on another disk.</source>
            <translation>请指定另一磁盘上的位置。</translation>
        </message>
        <message>
            <source>Name a place.</source>
            <translation>请指定计算位置。</translation>
        </message>
        <message>
            <source>Name a sep_token in its tokenizer_config.json.</source>
            <translation>请在其 tokenizer_config.json 中指定 sep_token。</translation>
        </message>
        <message>
            <source>Name a smaller file.</source>
            <translation>请指定更小的文件。</translation>
        </message>
        <message>
            <source>Name a trainer_state.json, a Trainer's output folder, or a folder of TensorBoard's event files.</source>
            <translation>请指定 trainer_state.json、Trainer 的输出文件夹，或 TensorBoard 事件文件的文件夹。</translation>
        </message>
        <message>
            <source>Name another column (--set data.split_column=NAME), or none.</source>
            <translation>请指定其他列（--set data.split_column=NAME），或不指定（none）。</translation>
        </message>
        <message>
            <source>Name another encoder, or train that one again.</source>
            <translation>请指定其他编码器，或重新训练那一个。</translation>
        </message>
        <message>
            <source>Name another file, or add --overwrite.</source>
            <translation>请指定其他文件，或加上 --overwrite。</translation>
        </message>
        <message>
            <source>Name another file, or put a copy back with: palimpsest store restore COPY</source>
            <translation>请指定其他文件，或放回一个副本：palimpsest store restore COPY</translation>
        </message>
        <message>
            <source>Name another file.</source>
            <translation>请指定其他文件。</translation>
        </message>
        <message>
            <source>Name another folder with --into.</source>
            <translation>请用 --into 指定其他文件夹。</translation>
        </message>
        <message>
            <source>Name another, or give --overwrite.</source>
            <translation>请另指定一个，或给出 --overwrite。</translation>
        </message>
        <message>
            <source>Name another.</source>
            <translation>请另指定一个。</translation>
        </message>
        <message>
            <source>Name data or files with running text.</source>
            <translation>请指定含连续文本的数据或文件。</translation>
        </message>
        <message>
            <source>Name data sets or files with text.</source>
            <translation>请指定含文本的数据集或文件。</translation>
        </message>
        <message>
            <source>Name files for the others (--set data.test=FILE, --set data.validation=FILE; in the window Test file and Validation file), use more rows, or put rare classes together.</source>
            <translation>请为其余部分指定文件（--set data.test=FILE、--set data.validation=FILE；窗口中为测试文件和验证文件），使用更多行，或合并稀有类别。</translation>
        </message>
        <message>
            <source>Name files with text.</source>
            <translation>请指定含文本的文件。</translation>
        </message>
        <message>
            <source>Name format.encoding or its like.</source>
            <translation>请指定 format.encoding 之类的字段。</translation>
        </message>
        <message>
            <source>Name it with --column.</source>
            <translation>请用 --column 指定。</translation>
        </message>
        <message>
            <source>Name it, or 'last'.</source>
            <translation>请指定它，或写“last”。</translation>
        </message>
        <message>
            <source>Name more text, or a held-out text.</source>
            <translation>请指定更多文本，或留出文本。</translation>
        </message>
        <message>
            <source>Name more text.</source>
            <translation>请指定更多文本。</translation>
        </message>
        <message>
            <source>Name of an installed spaCy pipeline.</source>
            <translation>已安装的 spaCy 流水线的名称。</translation>
        </message>
        <message>
            <source>Name one of its files: {names}.</source>
            <translation>请指定其中一个文件：{names}。</translation>
        </message>
        <message>
            <source>Name one of {names}.</source>
            <translation>请指定其中之一：{names}。</translation>
        </message>
        <message>
            <source>Name one with --store.</source>
            <translation>请用 --store 指定。</translation>
        </message>
        <message>
            <source>Name one with --task: {names}.</source>
            <translation>请用 --task 指定其中之一：{names}。</translation>
        </message>
        <message>
            <source>Name one.</source>
            <translation>请指定一个。</translation>
        </message>
        <message>
            <source>Name one: {names}.</source>
            <translation>请指定其中之一：{names}。</translation>
        </message>
        <message>
            <source>Name one: {tests}.</source>
            <translation>请指定其中之一：{tests}。</translation>
        </message>
        <message>
            <source>Name or 1-based number of the label column; empty: detected.</source>
            <translation>标签列的名称或从 1 起的序号；留空：自动检测。</translation>
        </message>
        <message>
            <source>Name other texts, or set drop_overlap to false.</source>
            <translation>请指定其他文本，或把 drop_overlap 设为 false。</translation>
        </message>
        <message>
            <source>Name the file itself, or fix the link.</source>
            <translation>请指定文件本身，或修正链接。</translation>
        </message>
        <message>
            <source>Name the folder that holds it.</source>
            <translation>请指定它所在的文件夹。</translation>
        </message>
        <message>
            <source>Name the format (--set data.format.kind=csv), or check that each row has a text and a label.</source>
            <translation>请指定格式（--set data.format.kind=csv），或检查每一行是否都有文本和标签。</translation>
        </message>
        <message>
            <source>Name the label column (--set data.label=NAME; in the window: Label).</source>
            <translation>请指定标签列（--set data.label=NAME；窗口中：标签）。</translation>
        </message>
        <message>
            <source>Name the label column.</source>
            <translation>请指定标签列。</translation>
        </message>
        <message>
            <source>Name the two text columns (--set data.text=[ONE,OTHER]).</source>
            <translation>请指定两个文本列（--set data.text=[ONE,OTHER]）。</translation>
        </message>
        <message>
            <source>Name the two text columns.</source>
            <translation>请指定两个文本列。</translation>
        </message>
        <message>
            <source>Name vocab.txt with --vocab.</source>
            <translation>请用 --vocab 指定 vocab.txt。</translation>
        </message>
        <message>
            <source>Name {little}-le or {big}-be.</source>
            <translation>请写 {little}-le 或 {big}-be。</translation>
        </message>
        <message>
            <source>Names for labels that are numbers, in the order of the numbers; labels that are words have to be among them. Empty: from a file beside the data.</source>
            <translation>以数字表示的标签的名称，按数字顺序；以词表示的标签必须在其中。留空：取自数据旁的文件。</translation>
        </message>
        <message>
            <source>Names or 1-based numbers of the columns that hold the text; empty: detected. With two segments 'title + question' puts columns together.</source>
            <translation>文本所在各列的名称或从 1 起的序号；留空：自动检测。使用两个片段时，'title + question' 将列合在一起。</translation>
        </message>
        <message>
            <source>Near-duplicates are not searched for among more than {most} texts.</source>
            <translation>超过 {most} 个文本时不查找近似重复。</translation>
        </message>
        <message>
            <source>Needs about {peak} GB of memory, and {free} GB are free on the GPU.</source>
            <translation>约需 {peak} GB 显存，而 GPU 可用 {free} GB。</translation>
        </message>
        <message>
            <source>Needs about {peak} GB of memory, and {free} GB are free on this computer.</source>
            <translation>约需 {peak} GB 内存，而本机可用 {free} GB。</translation>
        </message>
        <message>
            <source>Needs up to about {peak} GB of memory, and {free} GB are free on this computer.</source>
            <translation>最多约需 {peak} GB 内存，而本机可用 {free} GB。</translation>
        </message>
        <message>
            <source>Needs up to about {peak} GB of memory, and {free} GB are free on {device}.</source>
            <translation>最多约需 {peak} GB 显存，而 {device} 可用 {free} GB。</translation>
        </message>
        <message>
            <source>Network from the features to the classes.</source>
            <translation>把特征变成类别的部分。</translation>
        </message>
        <message>
            <source>Never reached: there are only {planned} evaluations.</source>
            <translation>永远达不到：只有 {planned} 次评估。</translation>
        </message>
        <message>
            <source>New weights (head, random encoder).</source>
            <translation>新权重（分类头、随机编码器）。</translation>
        </message>
        <message>
            <source>Next-sentence Brier score</source>
            <translation>下一句 Brier 分数</translation>
        </message>
        <message>
            <source>Next-sentence F1</source>
            <translation>下一句 F1</translation>
        </message>
        <message>
            <source>Next-sentence Hamming loss</source>
            <translation>下一句 Hamming 损失</translation>
        </message>
        <message>
            <source>Next-sentence MAE</source>
            <translation>下一句 MAE</translation>
        </message>
        <message>
            <source>Next-sentence Matthews correlation</source>
            <translation>下一句 Matthews 相关系数</translation>
        </message>
        <message>
            <source>Next-sentence RMSE</source>
            <translation>下一句 RMSE</translation>
        </message>
        <message>
            <source>Next-sentence ROC AUC</source>
            <translation>下一句 ROC AUC</translation>
        </message>
        <message>
            <source>Next-sentence R²</source>
            <translation>下一句 R²</translation>
        </message>
        <message>
            <source>Next-sentence Spearman correlation</source>
            <translation>下一句 Spearman 相关系数</translation>
        </message>
        <message>
            <source>Next-sentence accuracy</source>
            <translation>下一句准确率</translation>
        </message>
        <message>
            <source>Next-sentence average precision</source>
            <translation>下一句平均精确率</translation>
        </message>
        <message>
            <source>Next-sentence balanced accuracy</source>
            <translation>下一句平衡准确率</translation>
        </message>
        <message>
            <source>Next-sentence calibration error</source>
            <translation>下一句校准误差</translation>
        </message>
        <message>
            <source>Next-sentence error</source>
            <translation>下一句错误率</translation>
        </message>
        <message>
            <source>Next-sentence label ranking average precision</source>
            <translation>下一句标签排序平均精确率</translation>
        </message>
        <message>
            <source>Next-sentence loss</source>
            <translation>下一句损失</translation>
        </message>
        <message>
            <source>Next-sentence macro F1</source>
            <translation>下一句宏平均 F1</translation>
        </message>
        <message>
            <source>Next-sentence mean distance in ranks</source>
            <translation>下一句平均等级距离</translation>
        </message>
        <message>
            <source>Next-sentence micro F1</source>
            <translation>下一句微平均 F1</translation>
        </message>
        <message>
            <source>Next-sentence perplexity</source>
            <translation>下一句困惑度</translation>
        </message>
        <message>
            <source>Next-sentence precision</source>
            <translation>下一句精确率</translation>
        </message>
        <message>
            <source>Next-sentence quadratic weighted kappa</source>
            <translation>下一句二次加权 kappa</translation>
        </message>
        <message>
            <source>Next-sentence recall</source>
            <translation>下一句召回率</translation>
        </message>
        <message>
            <source>Next-sentence subset accuracy</source>
            <translation>下一句子集准确率</translation>
        </message>
        <message>
            <source>Next-sentence weighted F1</source>
            <translation>下一句加权 F1</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/summary.py" />
            <source>No data set yet</source>
            <translation>还没有数据集</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>No duplicate texts</source>
            <translation>没有重复文本</translation>
        </message>
        <message>
            <source>No heartbeat from {host} for {minutes} minutes.</source>
            <translation>{host} 已有 {minutes} 分钟没有心跳信号。</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>No other program opens it; README.txt has the lines of Python that restore its weights.</source>
            <translation>其他程序都无法打开它；README.txt 中有恢复其权重的几行 Python 代码。</translation>
        </message>
        <message>
            <source>No stage after it learns classes, so there will be no test error.</source>
            <translation>其后没有学习类别的阶段，因此不会有测试错误率。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/multitask.py" />
            <source>No task yet</source>
            <translation>还没有任务</translation>
        </message>
        <message>
            <source>No teacher.</source>
            <translation>没有教师。</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>No text has other labels in another row</source>
            <translation>没有文本在另一行有不同的标签</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>No text is in two splits</source>
            <translation>没有文本同时在两个划分中</translation>
        </message>
        <message>
            <source>No text was truncated.</source>
            <translation>没有文本被截断。</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>No text with two labels</source>
            <translation>没有带两个标签的文本</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>No text yet</source>
            <translation>还没有文本</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>No traces of a wrong encoding</source>
            <translation>没有错误编码的痕迹</translation>
        </message>
        <message>
            <source>No training row has these declared classes: {classes}.</source>
            <translation>没有训练行属于这些已声明的类别：{classes}。</translation>
        </message>
        <message>
            <source>No trial meets {bound}.</source>
            <translation>没有试验满足 {bound}。</translation>
        </message>
        <message>
            <source>No weight is held back.</source>
            <translation>不约束任何权重。</translation>
        </message>
        <message>
            <source>None</source>
            <translation>无</translation>
        </message>
        <message>
            <source>None are stored: the run has not been tested yet, or its data have no test split.</source>
            <translation>没有存储：它尚未测试，或其数据没有测试集。</translation>
        </message>
        <message>
            <source>Norm that is clipped: of all parameters together, or of each tensor by itself.</source>
            <translation>限制谁的范数：所有参数合在一起，或每个张量各自。</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/paper/table.py" />
            <source>Not as published, but with {settings}.</source>
            <translation>并非按发表的设置，而是使用 {settings}。</translation>
        </message>
        <message>
            <source>Not measured: the vocabulary of {encoder} has no [MASK] token.</source>
            <translation>不测量：{encoder} 的词表没有 [MASK] 词元。</translation>
        </message>
        <message>
            <source>Not on the hub in the paper's form: choose a copy of your own. The paper takes the class from the address of the page, 9,000 training and 1,000 test texts each.</source>
            <translation>hub 上没有论文所用的版本：请指定自己的副本。论文按网页地址取类别，每类 9,000 个训练文本和 1,000 个测试文本。</translation>
        </message>
        <message>
            <source>Not read, since a split is one file: {names}.</source>
            <translation>每个划分只读取一个文件，因此未读取：{names}。</translation>
        </message>
        <message>
            <source>Notes</source>
            <translation>备注</translation>
        </message>
        <message>
            <source>Nothing</source>
            <translation>无</translation>
        </message>
        <message>
            <source>Nothing can be learnt from it.</source>
            <translation>无法从中学到任何内容。</translation>
        </message>
        <message>
            <source>Nothing is copied: everything it reads comes with every installation.</source>
            <translation>不复制任何内容：所读取的都随安装提供。</translation>
        </message>
        <message>
            <source>Nothing is counted for or against the paper.</source>
            <translation>不作为支持或反对论文的依据。</translation>
        </message>
        <message>
            <source>Nothing is left of it.</source>
            <translation>没有留下任何内容。</translation>
        </message>
        <message>
            <source>Nothing is lost.</source>
            <translation>没有丢失任何内容。</translation>
        </message>
        <message>
            <source>Nothing was changed.</source>
            <translation>没有更改任何内容。</translation>
        </message>
        <message>
            <source>Number</source>
            <translation>编号</translation>
        </message>
        <message>
            <source>Number of cuts of each training text in an epoch.</source>
            <translation>一轮中每个训练文本包含多少种切分。</translation>
        </message>
        <message>
            <source>Number of evenly spaced measurements in each stage, besides those at its beginning, evaluations and end.</source>
            <translation>除开始、评估和结束之外，每个阶段测量的次数，均匀分布。</translation>
        </message>
        <message>
            <source>Number of layers unfrozen at a time. A deep encoder needs more of them, or more epochs.</source>
            <translation>每次解冻多少层。较深的编码器需要更大的值，或更多轮数。</translation>
        </message>
        <message>
            <source>Number of layers, from the bottom, that are frozen together with the embeddings.</source>
            <translation>自底层起，与嵌入层一起冻结多少层。</translation>
        </message>
        <message>
            <source>Number of training texts of each earlier task kept for replay, drawn once; 0: all.</source>
            <translation>为回放保留每个较早任务的多少个训练文本，只抽取一次；0：全部。</translation>
        </message>
        <message>
            <source>Number of weighted sums over the tokens that are concatenated.</source>
            <translation>拼接多少个对词元的加权和。</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>ONNX</source>
            <translation>ONNX</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>ONNX runtimes, without torch and transformers</source>
            <translation>ONNX 运行时，无需 torch 和 transformers</translation>
        </message>
        <message>
            <source>Objective</source>
            <translation>训练目标</translation>
        </message>
        <message>
            <source>Of a text with more, only the first ones and the last are read; 0: all.</source>
            <translation>更长的文本读取最前面的若干片段和最后一个；0：全部，不限数量。</translation>
        </message>
        <message>
            <source>Of all weights but biases and layer normalisation. The text does not mention it.</source>
            <translation>作用于除偏置和层归一化之外的所有权重。正文没有提及。</translation>
        </message>
        <message>
            <source>Of each run.</source>
            <translation>每次运行的数量。</translation>
        </message>
        <message>
            <source>Of earlier tasks' heads where there are any, else of the masked-word head; or always the latter.</source>
            <translation>若有较早的任务，则为其分类头的答案，否则为掩码词预测头的答案；或始终为后者。</translation>
        </message>
        <message>
            <source>Of its SSH server.</source>
            <translation>其 SSH 服务器的端口。</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>Of some runs the last update was tested: no validation labels chose the checkpoint.</source>
            <translation>有些运行测试的是最后一次更新：没有用验证标签选择检查点。</translation>
        </message>
        <message>
            <source>Of the effective number (1 − βⁿ)/(1 − β) of a class of n texts: 0 weighs all classes as they are, towards 1 as balanced weights do.</source>
            <translation>用于含 n 个文本的类别的有效数 (1 − βⁿ)/(1 − β)：0 表示所有类别保持原样，趋近 1 时等同于平衡权重。</translation>
        </message>
        <message>
            <source>Of the login node's SSH server.</source>
            <translation>登录节点 SSH 服务器的端口。</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/paper/contrasts.py" />
            <source>Of {n} contrasts outside the noise of the paper's test texts, ours agree in {agrees}, disagree in {disagrees} ({smaller} of these too small) and are inconclusive in {open}; {rest} not run.</source>
            <translation>在超出论文测试文本噪声的 {n} 项对比中，我们的结果有 {agrees} 项一致，{disagrees} 项不一致（其中 {smaller} 项差异过小），{open} 项无法判断；{rest} 项未运行。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/wording.py" />
            <source>Off</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Off: frozen parts run without dropout, so that their outputs for a text never change and can be kept (Keep frozen).</source>
            <translation>关闭：冻结的部分不使用 Dropout，因此它们对某个文本的输出不变，可以保存下来（保持冻结输出）。</translation>
        </message>
        <message>
            <source>Off: none of the following is measured.</source>
            <translation>关闭：以下各项均不测量。</translation>
        </message>
        <message>
            <source>Offline, use palimpsest-tiny or a local folder.</source>
            <translation>离线时请使用 palimpsest-tiny 或本地文件夹。</translation>
        </message>
        <message>
            <source>Omit --kind.</source>
            <translation>请去掉 --kind。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/wording.py" />
            <source>On</source>
            <translation>开启</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>On each of these {splits} test splits, runs of only one strategy have been tested.</source>
            <translation>这 {splits} 个测试集各只测试过一种策略的运行。</translation>
        </message>
        <message>
            <source>On the command line, --again adds its runs once more.</source>
            <translation>在命令行中，--again 会再次添加其运行。</translation>
        </message>
        <message>
            <source>On the other computer: palimpsest places add NAME ssh host=THIS-MACHINE</source>
            <translation>在另一台计算机上：palimpsest places add NAME ssh host=THIS-MACHINE</translation>
        </message>
        <message>
            <source>One JSON object per line; its keys are the columns.</source>
            <translation>每行一个 JSON 对象；其键即为列。</translation>
        </message>
        <message>
            <source>One class</source>
            <translation>单个类别</translation>
        </message>
        <message>
            <source>One file per text, one folder per class, maybe within folders called train and test.</source>
            <translation>每个文本一个文件，每个类别一个文件夹，外层可以有名为 train 和 test 的文件夹。</translation>
        </message>
        <message>
            <source>One layer, several, or the pooler as features (Sun et al. 2019, Table 3), on the generated headlines.</source>
            <translation>以一层、多层或池化层作为特征（Sun et al. 2019，表 3），在生成的新闻标题上。</translation>
        </message>
        <message>
            <source>One question has a byte that is not UTF-8: the files are Latin-1.</source>
            <translation>有一个问题含有非 UTF-8 的字节：这些文件是 Latin-1 编码。</translation>
        </message>
        <message>
            <source>One run: an encoder, an ordered list of stages, and how to compute them.</source>
            <translation>一次运行：一个编码器、一列有序的阶段，以及如何计算。</translation>
        </message>
        <message>
            <source>Only affects the weights of {title}, because the encoder's own weights do not change.</source>
            <translation>只影响 {title} 的权重，因为编码器自身的权重不变。</translation>
        </message>
        <message>
            <source>Only evaluations whose measure is at least the bound, as soon as there is one; until then the nearest to it.</source>
            <translation>仅限测量值不低于约束值的评估（一旦出现）；在此之前取最接近约束值的评估。</translation>
        </message>
        <message>
            <source>Only evaluations whose measure is at most the bound, as soon as there is one; until then the nearest to it.</source>
            <translation>仅限测量值不高于约束值的评估（一旦出现）；在此之前取最接近约束值的评估。</translation>
        </message>
        <message>
            <source>Only queued runs can be moved.</source>
            <translation>只有排队中的运行可以移动。</translation>
        </message>
        <message>
            <source>Only the new task is trained.</source>
            <translation>只训练新任务。</translation>
        </message>
        <message>
            <source>Only the terms that occur most often in the training texts are counted.</source>
            <translation>只统计训练文本中最常出现的词项。</translation>
        </message>
        <message>
            <source>Open it again on the Data page.</source>
            <translation>请在“数据”页面再次打开它，以重新读取。</translation>
        </message>
        <message>
            <source>Optimisation</source>
            <translation>优化</translation>
        </message>
        <message>
            <source>Optimiser</source>
            <translation>优化器</translation>
        </message>
        <message>
            <source>Or write all rows, with their labels, to one.</source>
            <translation>或者把所有行连同标签写入一个文件。</translation>
        </message>
        <message>
            <source>Order</source>
            <translation>顺序</translation>
        </message>
        <message>
            <source>Order of the training texts.</source>
            <translation>训练文本的顺序。</translation>
        </message>
        <message>
            <source>Ordered classes</source>
            <translation>有序类别</translation>
        </message>
        <message>
            <source>Ordinal classification</source>
            <translation>有序分类</translation>
        </message>
        <message>
            <source>Ordinary characters</source>
            <translation>普通字符</translation>
        </message>
        <message>
            <source>Ours: mean ± half the 95 % interval over seeds, on these texts (number of runs); of a single run Wilson's interval over texts, with this seed.</source>
            <translation>我们的：均值 ± 在这些文本上对种子的 95 % 区间的一半（运行次数）；单次运行则为在该种子下对文本的 Wilson 区间。</translation>
        </message>
        <message>
            <source>Out of memory at step {step}.</source>
            <translation>在第 {step} 步内存不足。</translation>
        </message>
        <message>
            <source>Out of memory while a checkpoint was saved, at step {step}.</source>
            <translation>在第 {step} 步保存检查点时内存不足。</translation>
        </message>
        <message>
            <source>Out of memory while forgetting was measured, at step {step}.</source>
            <translation>在第 {step} 步测量遗忘时内存不足。</translation>
        </message>
        <message>
            <source>Out of memory while it was evaluated, at step {step}.</source>
            <translation>在第 {step} 步评估时内存不足。</translation>
        </message>
        <message>
            <source>Out of memory while it was prepared.</source>
            <translation>准备时内存不足。</translation>
        </message>
        <message>
            <source>Out of memory while its data was read.</source>
            <translation>读取数据时内存不足。</translation>
        </message>
        <message>
            <source>Out of memory while its encoder was loaded.</source>
            <translation>载入编码器时内存不足。</translation>
        </message>
        <message>
            <source>Out of memory {where}: {reason}</source>
            <translation>内存不足（{where}）：{reason}</translation>
        </message>
        <message>
            <source>Overlap</source>
            <translation>重叠</translation>
        </message>
        <message>
            <source>PALIMPSEST_HOME there: a folder on a disk that login node and compute nodes share. Empty: its own choice.</source>
            <translation>那里的 PALIMPSEST_HOME：登录节点与计算节点共用磁盘上的文件夹。留空：由其自行选择。</translation>
        </message>
        <message>
            <source>PALIMPSEST_HOME there: a folder on a large disk. Empty: its own choice.</source>
            <translation>那里的 PALIMPSEST_HOME：大容量磁盘上的文件夹。留空：由其自行选择。</translation>
        </message>
        <message>
            <source>Packed</source>
            <translation>打包</translation>
        </message>
        <message>
            <source>Packing files</source>
            <translation>正在打包文件</translation>
        </message>
        <message>
            <source>Padded</source>
            <translation>填充</translation>
        </message>
        <message>
            <source>Padding</source>
            <translation>填充</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>Palimpsest</source>
            <translation>Palimpsest</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>Palimpsest alone, whatever the head</source>
            <translation>仅 Palimpsest，任何分类头</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>Palimpsest alone; the encoder takes a quarter of the space</source>
            <translation>仅 Palimpsest；编码器只占四分之一的空间</translation>
        </message>
        <message>
            <source>Palimpsest classifies whole texts: each row needs a text and one label for all of it.</source>
            <translation>Palimpsest 对整段文本分类：每一行需要一段文本和一个针对全文的标签。</translation>
        </message>
        <message>
            <source>Palimpsest reads BERT's own TensorFlow checkpoints, and PyTorch state dicts with BERT's names.</source>
            <translation>可读取的是 BERT 自己的 TensorFlow 检查点，以及使用 BERT 名称的 PyTorch state dict。</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>Palimpsest, 8 bits</source>
            <translation>Palimpsest，8 位</translation>
        </message>
        <message>
            <location filename="../../engine/spec/presets/published.py" />
            <source>Paper's text: {text}; its code: {code}</source>
            <translation>论文正文：{text}；论文代码：{code}</translation>
        </message>
        <message>
            <source>Paper: {source}, {trust}; single runs.</source>
            <translation>论文：{source}，{trust}；单次运行。</translation>
        </message>
        <message>
            <source>Parquet</source>
            <translation>Parquet</translation>
        </message>
        <message>
            <source>Part of the loss, as published; or decoupled like weight decay, w ← w − η α (w − w⁰), which Adam does not rescale.</source>
            <translation>按发表的形式作为损失的一部分；或像权重衰减那样解耦：w ← w − η α (w − w⁰)，不受 Adam 缩放。</translation>
        </message>
        <message>
            <source>Partition</source>
            <translation>分区</translation>
        </message>
        <message>
            <source>Parts of the encoder whose weights do not change.</source>
            <translation>编码器的哪些部分保持其权重。</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>Pass top_k=None: a text has every label whose score is 0.5 or more.</source>
            <translation>请传入 top_k=None：得分不低于 0.5 的标签都属于该文本。</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>Pass truncation=True: it was trained on texts of up to {n} tokens.</source>
            <translation>请传入 truncation=True：它在最多 {n} 个词元的文本上训练。</translation>
        </message>
        <message>
            <source>Passages</source>
            <translation>段落数</translation>
        </message>
        <message>
            <source>Passages are cut to the {positions} tokens that {encoder} reads.</source>
            <translation>段落会截到 {encoder} 能读的 {positions} 个词元。</translation>
        </message>
        <message>
            <source>Passes over the training split; the last one may be partial.</source>
            <translation>遍历训练集的次数；最后一次可以不完整。</translation>
        </message>
        <message>
            <source>Patience</source>
            <translation>耐心</translation>
        </message>
        <message>
            <source>Penalises the distance of the weights from their values at the beginning of the stage.</source>
            <translation>把权重拉回阶段开始时的值。</translation>
        </message>
        <message>
            <source>Per direction.</source>
            <translation>每个方向。</translation>
        </message>
        <message>
            <source>Percent of decisions, one for each text and label, that are wrong (Tsoumakas &amp; Katakis 2007).</source>
            <translation>错误判断的百分比，每个文本的每个标签各为一次判断（Tsoumakas &amp; Katakis 2007）。</translation>
        </message>
        <message>
            <source>Percentage of correct answers: 100 minus the error.</source>
            <translation>正确答案的百分比：100 减去错误率。</translation>
        </message>
        <message>
            <source>Percentage of texts whose class is predicted wrongly.</source>
            <translation>类别预测错误的文本的百分比。</translation>
        </message>
        <message>
            <source>Percentage of texts whose predicted labels are exactly the true ones (exact match).</source>
            <translation>预测标签与真实标签完全一致的文本所占百分比（完全匹配）。</translation>
        </message>
        <message>
            <source>Perplexity</source>
            <translation>困惑度</translation>
        </message>
        <message>
            <source>Pipeline</source>
            <translation>流水线</translation>
        </message>
        <message>
            <source>Plain text files or folders of them, UTF-8; an empty line ends a document.</source>
            <translation>UTF-8 纯文本文件或其文件夹；空行表示文档结束。</translation>
        </message>
        <message>
            <source>Points</source>
            <translation>测量点</translation>
        </message>
        <message>
            <source>Points are skipped while measuring takes more than this; beginning and end are always measured. 100: none is skipped.</source>
            <translation>当测量已花费超过此时间时跳过测量点；开始和结束始终测量。100：不跳过。</translation>
        </message>
        <message>
            <source>Polling interval</source>
            <translation>查询间隔</translation>
        </message>
        <message>
            <source>Pool</source>
            <translation>池</translation>
        </message>
        <message>
            <source>Port</source>
            <translation>端口</translation>
        </message>
        <message>
            <source>Positive weights</source>
            <translation>正例权重</translation>
        </message>
        <message>
            <source>Pre-trained</source>
            <translation>预训练</translation>
        </message>
        <message>
            <source>Pre-trained or not</source>
            <translation>是否预训练</translation>
        </message>
        <message>
            <source>Precision</source>
            <translation>精度</translation>
        </message>
        <message>
            <source>Precision of each class: percentage of the texts predicted as it that belong to it.</source>
            <translation>对每个类别：被预测为该类别的文本中确属该类别的百分比。</translation>
        </message>
        <message>
            <source>Predicting labels by words</source>
            <translation>正在按词预测标签</translation>
        </message>
        <message>
            <source>Preset</source>
            <translation>预设</translation>
        </message>
        <message>
            <source>Pretraining</source>
            <translation>预训练</translation>
        </message>
        <message>
            <source>Probabilities need two or more.</source>
            <translation>概率需要至少两个。</translation>
        </message>
        <message>
            <source>Probabilities of classes</source>
            <translation>类别概率</translation>
        </message>
        <message>
            <source>Probes</source>
            <translation>探针</translation>
        </message>
        <message>
            <source>Program</source>
            <translation>程序</translation>
        </message>
        <message>
            <source>Proportional to size</source>
            <translation>与规模成比例</translation>
        </message>
        <message>
            <source>Pruned at step {step}: {reason}.</source>
            <translation>在第 {step} 步剪除：{reason}。</translation>
        </message>
        <message>
            <source>Pulls to random weights: the encoder is untrained.</source>
            <translation>会拉向随机权重：编码器未经预训练。</translation>
        </message>
        <message>
            <source>Put a copy back with: palimpsest store restore COPY (see {place}).</source>
            <translation>请放回一个副本：palimpsest store restore COPY（见 {place}）。</translation>
        </message>
        <message>
            <source>Put a copy back with: palimpsest store restore COPY (see {store}).</source>
            <translation>请放回一个副本：palimpsest store restore COPY（见 {store}）。</translation>
        </message>
        <message>
            <source>Put a copy of it back with: palimpsest store restore COPY</source>
            <translation>请放回一个副本：palimpsest store restore COPY</translation>
        </message>
        <message>
            <source>Put all files of the checkpoint into one folder.</source>
            <translation>请把检查点的所有文件放在同一个文件夹中。</translation>
        </message>
        <message>
            <source>Put it back, or name another.</source>
            <translation>请放回原处，或指定其他存储库。</translation>
        </message>
        <message>
            <source>Put one into a file and name it with --token-file, or leave --host out.</source>
            <translation>请把令牌放入文件并用 --token-file 指定，或不用 --host。</translation>
        </message>
        <message>
            <source>Put the data back as it was, or train again.</source>
            <translation>请把数据恢复原样，或重新训练。</translation>
        </message>
        <message>
            <source>Put the encoder back where it was.</source>
            <translation>请把编码器放回原处。</translation>
        </message>
        <message>
            <source>Put the file back where it was.</source>
            <translation>请把文件放回原处。</translation>
        </message>
        <message>
            <source>Put the former file back, or give --anyway to train on what is there now.</source>
            <translation>请把原来的文件放回去，或用 --anyway 以现有内容训练。</translation>
        </message>
        <message>
            <source>Put the former one back, or give --anyway to train on what is there now.</source>
            <translation>请把原来的放回去，或用 --anyway 以现有内容训练。</translation>
        </message>
        <message>
            <source>Put the token into it.</source>
            <translation>请把令牌放进去。</translation>
        </message>
        <message>
            <source>Puts weights back to random ones: the encoder is untrained.</source>
            <translation>会还原为随机权重：编码器未经预训练。</translation>
        </message>
        <message>
            <source>QOS</source>
            <translation>QOS</translation>
        </message>
        <message>
            <source>Quadratic weighted kappa</source>
            <translation>二次加权 kappa</translation>
        </message>
        <message>
            <source>Quality of service. Empty: your default.</source>
            <translation>服务质量。留空：您的默认值。</translation>
        </message>
        <message>
            <source>Quantising</source>
            <translation>正在量化</translation>
        </message>
        <message>
            <source>Queries and values</source>
            <translation>查询与值</translation>
        </message>
        <message>
            <source>Question title and body are the first segment, the best answer the second.</source>
            <translation>问题的标题和正文为第一个片段，最佳回答为第二个片段。</translation>
        </message>
        <message>
            <source>Questions</source>
            <translation>问题</translation>
        </message>
        <message>
            <source>Questions with a coarse and a fine label.</source>
            <translation>带有粗类和细类标签的问题。</translation>
        </message>
        <message>
            <source>Queue the run again to train on what is there now, or put the former file back.</source>
            <translation>请重新加入队列以用现有内容训练，或把原来的文件放回去。</translation>
        </message>
        <message>
            <source>Quickstart</source>
            <translation>Quickstart</translation>
        </message>
        <message>
            <source>Quote fields that contain the delimiter, or set delimiter and quotes (--set data.format.delimiter=tab, data.format.quoting=off; in the window: Delimiter, Quotes).</source>
            <translation>请给包含分隔符的字段加引号，或设置分隔符和引号（--set data.format.delimiter=tab、data.format.quoting=off；窗口中：分隔符、引号）。</translation>
        </message>
        <message>
            <source>Quote texts that hold the delimiter, or set it (--set data.format.delimiter=tab; in the window: Delimiter).</source>
            <translation>请给含有分隔符的文本加引号，或设置分隔符（--set data.format.delimiter=tab；窗口中：分隔符）。</translation>
        </message>
        <message>
            <source>Quotes</source>
            <translation>引号</translation>
        </message>
        <message>
            <source>RMSE</source>
            <translation>RMSE</translation>
        </message>
        <message>
            <source>ROC AUC</source>
            <translation>ROC AUC</translation>
        </message>
        <message>
            <source>Random</source>
            <translation>随机</translation>
        </message>
        <message>
            <source>Random (untrained twin)</source>
            <translation>随机（未训练的同结构模型）</translation>
        </message>
        <message>
            <source>Random cut into two segments</source>
            <translation>随机切成两个片段</translation>
        </message>
        <message>
            <source>Random next</source>
            <translation>随机下一句</translation>
        </message>
        <message>
            <source>Rank r</source>
            <translation>秩 r</translation>
        </message>
        <message>
            <source>Rate</source>
            <translation>学习率</translation>
        </message>
        <message>
            <source>Rate after the head</source>
            <translation>分类头之后的学习率</translation>
        </message>
        <message>
            <source>Rate then</source>
            <translation>之后的学习率</translation>
        </message>
        <message>
            <source>Ratio</source>
            <translation>比值</translation>
        </message>
        <message>
            <source>Re-initialise</source>
            <translation>重新初始化</translation>
        </message>
        <message>
            <source>Re-initialise at most {layers}.</source>
            <translation>最多重新初始化 {layers} 层。</translation>
        </message>
        <message>
            <source>Re-initialised layers are held at their random values.</source>
            <translation>重新初始化的层会被约束在其初始化处。</translation>
        </message>
        <message>
            <source>ReLU</source>
            <translation>ReLU</translation>
        </message>
        <message>
            <source>Read a part of it.</source>
            <translation>请读取其中一部分。</translation>
        </message>
        <message>
            <source>Read a smaller part of it.</source>
            <translation>请读取较小的一部分。</translation>
        </message>
        <message>
            <source>Read it once on the Data page or with 'palimpsest data inspect', which download it.</source>
            <translation>请在“数据”页或用 palimpsest data inspect 读取一次，即会下载。</translation>
        </message>
        <message>
            <source>Read lists of labels as such (--set data.target.kind=labels; in the window: Labels are).</source>
            <translation>请按标签列表读取（--set data.target.kind=labels；窗口中：标签是）。</translation>
        </message>
        <message>
            <source>Read the last layer, or choose another policy.</source>
            <translation>请读取最后一层，或选择其他冻结策略。</translation>
        </message>
        <message>
            <source>Read the training split only.</source>
            <translation>请只读取训练集。</translation>
        </message>
        <message>
            <source>Read them as such (--set data.target.kind=labels --set 'data.target.delimiter=|'; in the window: Labels are).</source>
            <translation>请按此读取（--set data.target.kind=labels --set 'data.target.delimiter=|'；窗口中：标签是）。</translation>
        </message>
        <message>
            <source>Read them as {labels}, or choose another objective.</source>
            <translation>请按{labels}读取，或选择其他训练目标。</translation>
        </message>
        <message>
            <source>Reading general text</source>
            <translation>正在读取通用文本</translation>
        </message>
        <message>
            <source>Reading the data set</source>
            <translation>正在读取数据集</translation>
        </message>
        <message>
            <source>Reading the encoder after</source>
            <translation>正在读取之后的编码器</translation>
        </message>
        <message>
            <source>Reading the encoder before</source>
            <translation>正在读取之前的编码器</translation>
        </message>
        <message>
            <source>Reading the texts with {name}</source>
            <translation>正在用 {name} 读取文本</translation>
        </message>
        <message>
            <source>Reading the {split} split</source>
            <translation>正在读取{split}划分</translation>
        </message>
        <message>
            <source>Reading {name}</source>
            <translation>正在读取 {name}</translation>
        </message>
        <message>
            <source>Reading {name} (MB)</source>
            <translation>正在读取 {name}（MB）</translation>
        </message>
        <message>
            <source>Recall</source>
            <translation>召回率</translation>
        </message>
        <message>
            <source>Recall of each class: percentage of its texts that are predicted as it.</source>
            <translation>对每个类别：其文本中被预测为该类别的百分比。</translation>
        </message>
        <message>
            <source>Recipe</source>
            <translation>配方</translation>
        </message>
        <message>
            <source>Recipes with a table: {known}.</source>
            <translation>有表格的配方：{known}。</translation>
        </message>
        <message>
            <source>Recompute</source>
            <translation>重新计算</translation>
        </message>
        <message>
            <source>Recompute activations, shorten the texts (Length), choose a smaller encoder, or train less of it (freezing, an adapter).</source>
            <translation>请重新计算激活值，缩短文本（长度），选择更小的编码器，或少训练一些参数（冻结、适配器）。</translation>
        </message>
        <message>
            <source>Refuse</source>
            <translation>拒绝</translation>
        </message>
        <message>
            <source>Register your own copy: palimpsest data register {name} FOLDER.</source>
            <translation>请注册您自己的副本：palimpsest data register {name} FOLDER。</translation>
        </message>
        <message>
            <source>Regression</source>
            <translation>回归</translation>
        </message>
        <message>
            <source>Regression needs different numbers.</source>
            <translation>回归需要不同的数值。</translation>
        </message>
        <message>
            <source>Regularisation</source>
            <translation>正则化</translation>
        </message>
        <message>
            <source>Remember</source>
            <translation>记忆对象</translation>
        </message>
        <message>
            <source>Remember general text instead.</source>
            <translation>请改为记住通用文本。</translation>
        </message>
        <message>
            <source>Remember general text.</source>
            <translation>请改为记住通用文本。</translation>
        </message>
        <message>
            <source>Remove the cells outside the table.</source>
            <translation>请移除表格以外的单元格。</translation>
        </message>
        <message>
            <source>Remove the file.</source>
            <translation>请移除该文件。</translation>
        </message>
        <message>
            <source>Rename it, or leave inputs and models out.</source>
            <translation>请重命名，或不包含输入和模型。</translation>
        </message>
        <message>
            <source>Rename the file or folder.</source>
            <translation>请重命名文件或文件夹。</translation>
        </message>
        <message>
            <source>Rename the file, or fix it.</source>
            <translation>请重命名文件，或修正它。</translation>
        </message>
        <message>
            <source>Rename the file.</source>
            <translation>请重命名文件。</translation>
        </message>
        <message>
            <source>Rename the folder: it is the name of a class.</source>
            <translation>请重命名文件夹：它是类别的名称。</translation>
        </message>
        <message>
            <source>Replay</source>
            <translation>回放</translation>
        </message>
        <message>
            <source>Replay general text, or put a stage before it.</source>
            <translation>请回放通用文本，或在它之前放一个阶段。</translation>
        </message>
        <message>
            <source>Replay general text.</source>
            <translation>请改为回放通用文本。</translation>
        </message>
        <message>
            <source>Replay in both stages</source>
            <translation>两个阶段都回放</translation>
        </message>
        <message>
            <source>Replay of text</source>
            <translation>回放文本</translation>
        </message>
        <message>
            <source>Replay of the task</source>
            <translation>回放任务</translation>
        </message>
        <message>
            <source>Representation</source>
            <translation>表示</translation>
        </message>
        <message>
            <source>Resume continues from the last checkpoint, in another job.</source>
            <translation>继续时会在另一个作业中从最后的检查点接着训练。</translation>
        </message>
        <message>
            <source>Resume continues from the last checkpoint.</source>
            <translation>继续时会从最后的检查点接着训练。</translation>
        </message>
        <message>
            <source>Resume the run: it continues from its last checkpoint, in a new process.</source>
            <translation>请继续运行：会在新进程中从最后的检查点接着训练。</translation>
        </message>
        <message>
            <source>Reuse any stage but the last from a run that has trained exactly the same.</source>
            <translation>除最后一个阶段外，可复用训练完全相同的运行的任一阶段。</translation>
        </message>
        <message>
            <source>Reuse stages</source>
            <translation>复用阶段</translation>
        </message>
        <message>
            <source>Reuse the head</source>
            <translation>复用分类头</translation>
        </message>
        <message>
            <source>Reviews</source>
            <translation>评论</translation>
        </message>
        <message>
            <source>Revision</source>
            <translation>版本</translation>
        </message>
        <message>
            <source>Rows as a list of objects (or of [text, label]), as columns, or by index; also under keys, as train and test.</source>
            <translation>行为对象（或 [文本, 标签]）的列表、列或按索引；也可位于 train、test 等键之下。</translation>
        </message>
        <message>
            <source>Rows without text or label: leave them out, counted and listed, or refuse the file and name them.</source>
            <translation>没有文本或标签的行：将其略去并计数、列出，或拒绝该文件并指出它们。</translation>
        </message>
        <message>
            <source>Rules</source>
            <translation>规则</translation>
        </message>
        <message>
            <source>Rules are for one class or several labels of each text.</source>
            <translation>规则适用于每个文本有一个类别或多个标签的情况。</translation>
        </message>
        <message>
            <source>Run the baselines with train_rows of several sizes: --set data.train_rows=[100,200,400].</source>
            <translation>请用多个 train_rows 大小运行基线：--set data.train_rows=[100,200,400]。</translation>
        </message>
        <message>
            <source>Run the command on a login node.</source>
            <translation>请在登录节点上运行该命令。</translation>
        </message>
        <message>
            <source>Runs in another precision than the others of their cell do not count: {runs}.</source>
            <translation>与同单元格其他运行精度不同的运行不计入：{runs}。</translation>
        </message>
        <message>
            <source>Runs there retry by themselves.</source>
            <translation>那里的运行会自动重试。</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/paper/table.py" />
            <source>Runs were computed in {used}, the paper's in fp32.</source>
            <translation>运行以 {used} 计算，论文的以 fp32 计算。</translation>
        </message>
        <message>
            <source>R²</source>
            <translation>R²</translation>
        </message>
        <message>
            <source>SQLite cannot read it to its end ({error}).</source>
            <translation>SQLite 无法读到结尾（{error}）。</translation>
        </message>
        <message>
            <source>SQLite cannot read its schema ({error}).</source>
            <translation>SQLite 无法读取其结构（{error}）。</translation>
        </message>
        <message>
            <source>SSH box</source>
            <translation>SSH 机器</translation>
        </message>
        <message>
            <source>Sampled label</source>
            <translation>抽样标签</translation>
        </message>
        <message>
            <source>Samples</source>
            <translation>样本数</translation>
        </message>
        <message>
            <source>Sampling</source>
            <translation>采样</translation>
        </message>
        <message>
            <source>Sampling of batches from the tasks.</source>
            <translation>抽取各任务批次的频率。</translation>
        </message>
        <message>
            <source>Save all of it.</source>
            <translation>请保存全部内容。</translation>
        </message>
        <message>
            <source>Save it as UTF-8, or choose its encoding (--set format.encoding=cp1252).</source>
            <translation>请另存为 UTF-8，或选择其编码（--set format.encoding=cp1252）。</translation>
        </message>
        <message>
            <source>Save it as UTF-8, or name its encoding.</source>
            <translation>请另存为 UTF-8，或指定其编码。</translation>
        </message>
        <message>
            <source>Save it as UTF-8.</source>
            <translation>请另存为 UTF-8。</translation>
        </message>
        <message>
            <source>Save it in a simpler form, such as CSV, or set {name} to more seconds.</source>
            <translation>请以更简单的形式保存，例如 CSV，或将 {name} 设为更多秒数。</translation>
        </message>
        <message>
            <source>Save its rows as CSV or XLSX, or unpack it, and choose that file.</source>
            <translation>请把其中的行另存为 CSV 或 XLSX，或将其解压，然后选择该文件。</translation>
        </message>
        <message>
            <source>Save what can be read with: palimpsest store repair</source>
            <translation>保存可读取的内容：palimpsest store repair</translation>
        </message>
        <message>
            <source>Save what can be read with: palimpsest store repair --store {path}</source>
            <translation>保存可读取的内容：palimpsest store repair --store {path}</translation>
        </message>
        <message>
            <source>Saving a checkpoint</source>
            <translation>正在保存检查点</translation>
        </message>
        <message>
            <source>Scales keys, values and the inner activations with learnt vectors; merged when the stage ends ((IA)³).</source>
            <translation>以学习到的向量缩放键、值和内部激活；阶段结束时合并（(IA)³）。</translation>
        </message>
        <message>
            <source>Schedule</source>
            <translation>调度</translation>
        </message>
        <message>
            <source>Schedule anew</source>
            <translation>重新开始调度</translation>
        </message>
        <message>
            <source>Search over an encoder.</source>
            <translation>请对编码器进行搜索。</translation>
        </message>
        <message>
            <source>Seconds between checkpoints, from which an interrupted run resumes.</source>
            <translation>检查点之间的秒数；中断的运行从检查点继续。</translation>
        </message>
        <message>
            <source>Seconds between two queries to Slurm. The measures of a run do not wait for them.</source>
            <translation>两次查询 Slurm 之间的秒数。运行的测量值无需等待查询。</translation>
        </message>
        <message>
            <source>See all damage with: palimpsest store check --store {path}.</source>
            <translation>查看所有损坏：palimpsest store check --store {path}。</translation>
        </message>
        <message>
            <source>See all damage with: palimpsest store check.</source>
            <translation>查看所有损坏：palimpsest store check。</translation>
        </message>
        <message>
            <source>See palimpsest places test NAME.</source>
            <translation>请看 palimpsest places test NAME。</translation>
        </message>
        <message>
            <source>Seed</source>
            <translation>种子</translation>
        </message>
        <message>
            <source>Seed of the validation split and of subsets; the same for all seeds of a run.</source>
            <translation>验证集划分和子集的种子；对运行的所有种子都相同。</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/comparison.py" />
            <source>Seed, {label}</source>
            <translation>种子，{label}</translation>
        </message>
        <message>
            <source>Seeds of single sources of randomness; empty: the seed above.</source>
            <translation>单个随机来源的种子；留空：使用上面的种子。</translation>
        </message>
        <message>
            <source>Seeds of single streams</source>
            <translation>各随机流的种子</translation>
        </message>
        <message>
            <source>Selected weights</source>
            <translation>选定的权重</translation>
        </message>
        <message>
            <source>Self-attention</source>
            <translation>自注意力</translation>
        </message>
        <message>
            <source>Semicolon</source>
            <translation>分号</translation>
        </message>
        <message>
            <source>Send it again.</source>
            <translation>请重新发送。</translation>
        </message>
        <message>
            <source>Sending files to {place}</source>
            <translation>正在向 {place} 发送文件</translation>
        </message>
        <message>
            <source>Sentences</source>
            <translation>句子</translation>
        </message>
        <message>
            <source>Sentences end exactly at 。？！ as in the paper for Chinese: at no other mark, and before a closing quote.</source>
            <translation>句子恰好在 。？！ 处结束，与论文的中文做法一致：不在其他标点处，且在右引号之前。</translation>
        </message>
        <message>
            <source>Set PALIMPSEST_HOME to a folder of yours.</source>
            <translation>请把 PALIMPSEST_HOME 设为您自己的文件夹。</translation>
        </message>
        <message>
            <source>Set PALIMPSEST_HOME to a folder you may write to.</source>
            <translation>请把 PALIMPSEST_HOME 设为您可写入的文件夹。</translation>
        </message>
        <message>
            <source>Set TMPDIR to a folder you may write to.</source>
            <translation>请把 TMPDIR 设为您可写入的文件夹。</translation>
        </message>
        <message>
            <source>Set Tested checkpoint to Best on validation, or remove the bound.</source>
            <translation>请把“用于测试的检查点”设为“验证集上最佳”，或去掉界限。</translation>
        </message>
        <message>
            <source>Set it to 'best', or try settings in a sweep.</source>
            <translation>请设为“best”，或用扫描尝试各种设置。</translation>
        </message>
        <message>
            <source>Set it to 0.1, or give the data set a validation file.</source>
            <translation>请将其设为 0.1，或为数据集提供验证文件。</translation>
        </message>
        <message>
            <source>Set it to auto or cpu.</source>
            <translation>请设为 auto 或 cpu。</translation>
        </message>
        <message>
            <source>Set it to auto.</source>
            <translation>请设为 auto。</translation>
        </message>
        <message>
            <source>Set it to error or accuracy, or remove it.</source>
            <translation>请设为 error 或 accuracy，或将其移除。</translation>
        </message>
        <message>
            <source>Set it to {most} or less, or to 0 for the top one.</source>
            <translation>请设为不超过 {most}，或用 0 表示最上面一层。</translation>
        </message>
        <message>
            <source>Set it to {most} or less, or to 0.</source>
            <translation>请设为不超过 {most}，或 0。</translation>
        </message>
        <message>
            <source>Set it to {most} or less.</source>
            <translation>请设为不超过 {most}。</translation>
        </message>
        <message>
            <source>Set it to {value}.</source>
            <translation>请设为 {value}。</translation>
        </message>
        <message>
            <source>Set its start.</source>
            <translation>请设置它的起点。</translation>
        </message>
        <message>
            <source>Set objective to mlm.</source>
            <translation>请把目标设为 mlm。</translation>
        </message>
        <message>
            <source>Set up: none.</source>
            <translation>没有设置任何计算位置。</translation>
        </message>
        <message>
            <source>Set up: {names}.</source>
            <translation>已设置：{names}。</translation>
        </message>
        <message>
            <source>Set word_weight, text_weight or first_weight, or use a further_pretrain stage.</source>
            <translation>请设置 word_weight、text_weight 或 first_weight，或改用 further_pretrain 阶段。</translation>
        </message>
        <message>
            <source>Set-up</source>
            <translation>准备命令</translation>
        </message>
        <message>
            <source>SetFit</source>
            <translation>SetFit</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>设置</translation>
        </message>
        <message>
            <source>Several labels</source>
            <translation>多个标签</translation>
        </message>
        <message>
            <source>Several labels need two or more.</source>
            <translation>多标签需要至少两个。</translation>
        </message>
        <message>
            <source>Share</source>
            <translation>比例</translation>
        </message>
        <message>
            <source>Share of pairs that aim at a random shorter length.</source>
            <translation>目标长度随机缩短的句对比例。</translation>
        </message>
        <message>
            <source>Share of pairs whose second segment comes from another document.</source>
            <translation>第二个片段来自另一文档的句对比例。</translation>
        </message>
        <message>
            <source>Share of the training split held out for validation, stratified by label. 0: all labels are learnt from, and the model of the last update is tested.</source>
            <translation>从训练部分留出用于验证的比例，按标签分层。0：所有标签都用于学习，并测试最后一次更新的模型。</translation>
        </message>
        <message>
            <source>Share of tokens to predict: 80 % become [MASK], 10 % a random token, 10 % stay.</source>
            <translation>要预测的词元比例：80 % 变为 [MASK]，10 % 变为随机词元，10 % 不变。</translation>
        </message>
        <message>
            <source>Share of true labels among those ranked at least as high as a true one; the mean over true labels and texts.</source>
            <translation>排名不低于某个真实标签的标签中真实标签的比例；对真实标签和文本取平均。</translation>
        </message>
        <message>
            <source>Sheet</source>
            <translation>工作表</translation>
        </message>
        <message>
            <source>Shell commands before the run, such as: module load cuda; export HF_HUB_OFFLINE=1.</source>
            <translation>运行前的 shell 命令，例如：module load cuda; export HF_HUB_OFFLINE=1.</translation>
        </message>
        <message>
            <source>Short sequences</source>
            <translation>短序列</translation>
        </message>
        <message>
            <source>Shorten it to fit the length.</source>
            <translation>缩短它，使其不超过长度。</translation>
        </message>
        <message>
            <source>Shorten the texts (Length) or choose a smaller encoder.</source>
            <translation>请缩短文本（长度），或选择更小的编码器。</translation>
        </message>
        <message>
            <source>Shown in tables and legends.</source>
            <translation>显示在表格和图例中。</translation>
        </message>
        <message>
            <source>Single-label classification</source>
            <translation>单标签分类</translation>
        </message>
        <message>
            <source>Size {size}: other data and another encoder than the paper's.</source>
            <translation>规模 {size}：数据和编码器都与论文不同。</translation>
        </message>
        <message>
            <source>Sizes are: {names}.</source>
            <translation>大小有：{names}。</translation>
        </message>
        <message>
            <source>Slanted triangular</source>
            <translation>斜三角</translation>
        </message>
        <message>
            <source>Slurm cluster</source>
            <translation>Slurm 集群</translation>
        </message>
        <message>
            <source>Slurm does not answer: {text}.</source>
            <translation>Slurm 没有应答：{text}。</translation>
        </message>
        <message>
            <source>Slurm has ended job {job} ({how}).</source>
            <translation>Slurm 结束了作业 {job}（{how}）。</translation>
        </message>
        <message>
            <source>Slurm queues a job again after its time limit, preemption or the loss of a node.</source>
            <translation>达到时限、被抢占或节点丢失后，作业由 Slurm 重新排队。</translation>
        </message>
        <message>
            <source>Slurm wrote: {text}.</source>
            <translation>Slurm 报告：{text}。</translation>
        </message>
        <message>
            <source>Small new weights are trained in place of the encoder's own.</source>
            <translation>训练少量新权重，代替编码器自身的权重。</translation>
        </message>
        <message>
            <source>So do {n} others.</source>
            <translation>另有 {n} 个也是如此。</translation>
        </message>
        <message>
            <source>Soft labels</source>
            <translation>软标签</translation>
        </message>
        <message>
            <source>Softens both predictions, so that small probabilities count.</source>
            <translation>软化两个预测，使小概率也起作用。</translation>
        </message>
        <message>
            <source>Sogou news</source>
            <translation>Sogou 新闻</translation>
        </message>
        <message>
            <source>Sorting texts into slices</source>
            <translation>正在将文本分入切片</translation>
        </message>
        <message>
            <location filename="../../engine/spec/wording.py" />
            <source>Source: {source}.</source>
            <translation>来源：{source}。</translation>
        </message>
        <message>
            <source>Spearman correlation</source>
            <translation>Spearman 相关系数</translation>
        </message>
        <message>
            <source>Split column</source>
            <translation>划分列</translation>
        </message>
        <message>
            <source>Split each batch into this many parts to save memory; the update is the same.</source>
            <translation>把每个批次分成这么多部分以节省内存；更新不变。</translation>
        </message>
        <message>
            <source>Split each batch so that no part has more tokens, padding included; the update is the same. 0: chosen for the device.</source>
            <translation>拆分每个批次，使每一部分的词元数（含填充）不超过此值；更新不变。0：按设备选择。</translation>
        </message>
        <message>
            <source>Split seed</source>
            <translation>划分种子</translation>
        </message>
        <message>
            <source>Split the batch into more parts (Accumulation), or use a smaller batch or length.</source>
            <translation>请把批分成更多份（梯度累积），或用更小的批或长度。</translation>
        </message>
        <message>
            <source>Splits: {names}.</source>
            <translation>划分：{names}。</translation>
        </message>
        <message>
            <source>Splitting of texts into sentences.</source>
            <translation>如何把文本切分成句子。</translation>
        </message>
        <message>
            <source>Square root of size</source>
            <translation>规模的平方根</translation>
        </message>
        <message>
            <source>Squared</source>
            <translation>平方</translation>
        </message>
        <message>
            <source>Squared learns the mean, absolute the median, on which outliers have less effect.</source>
            <translation>平方学习均值，绝对学习受离群值影响较小的中位数。</translation>
        </message>
        <message>
            <source>Stage</source>
            <translation>阶段</translation>
        </message>
        <message>
            <source>Stage seed</source>
            <translation>阶段种子</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stage_starts.py" />
            <source>Stage {stage}</source>
            <translation>阶段 {stage}</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stage_starts.py" />
            <source>Stage {stage} after {n} updates</source>
            <translation>阶段 {stage}，{n} 次更新之后</translation>
        </message>
        <message>
            <source>Stages</source>
            <translation>阶段</translation>
        </message>
        <message>
            <source>Start a run first.</source>
            <translation>请先启动一次运行。</translation>
        </message>
        <message>
            <source>Start from a fine-tuning on the same data with the same features, or draw a new head.</source>
            <translation>请从相同数据、相同特征的微调开始，或使用新的头部。</translation>
        </message>
        <message>
            <source>Start from another step, or start the run again.</source>
            <translation>请从其他步开始，或重新启动运行。</translation>
        </message>
        <message>
            <source>Start it with: palimpsest search</source>
            <translation>请这样启动：palimpsest search</translation>
        </message>
        <message>
            <source>Start the design again.</source>
            <translation>请重新启动该设计。</translation>
        </message>
        <message>
            <source>Start the run again from its beginning (palimpsest resume {number} --anew, or Start again on the Runs page).</source>
            <translation>请从头重新启动运行（palimpsest resume {number} --anew，或“运行”页面上的“重新开始”）。</translation>
        </message>
        <message>
            <source>Start the run again from its beginning.</source>
            <translation>请从头重新启动运行。</translation>
        </message>
        <message>
            <source>Start the run again instead.</source>
            <translation>请改为重新启动运行。</translation>
        </message>
        <message>
            <source>Start the run again.</source>
            <translation>请重新启动运行。</translation>
        </message>
        <message>
            <source>Started</source>
            <translation>开始时间</translation>
        </message>
        <message>
            <source>Starting</source>
            <translation>正在启动</translation>
        </message>
        <message>
            <source>Starts from</source>
            <translation>起点</translation>
        </message>
        <message>
            <source>Static copies</source>
            <translation>静态副本</translation>
        </message>
        <message>
            <source>Static masks: the README prepares the corpus 5 times over, Google's default is 10. The text does not say.</source>
            <translation>静态掩码：README 把语料准备 5 遍，Google 的默认值是 10。正文没有说明。</translation>
        </message>
        <message>
            <source>Status</source>
            <translation>状态</translation>
        </message>
        <message>
            <source>Step</source>
            <translation>步</translation>
        </message>
        <message>
            <source>Steps of further pre-training</source>
            <translation>继续预训练的步数</translation>
        </message>
        <message>
            <source>Stop after this many evaluations without improvement; 0: never.</source>
            <translation>连续这么多次评估没有改进后停止；0：从不。</translation>
        </message>
        <message>
            <source>Stop it first.</source>
            <translation>请先停止它。</translation>
        </message>
        <message>
            <source>Stopped on request at step {step}.</source>
            <translation>在第 {step} 步按要求停止。</translation>
        </message>
        <message>
            <source>Stopped on request.</source>
            <translation>已按要求停止。</translation>
        </message>
        <message>
            <source>Stops a trial whose best value so far is worse than the median of finished trials at the same evaluation (Golovin et al. 2017, 3.2.1).</source>
            <translation>若某次试验迄今的最佳值差于已完成试验在同一评估处的中位数，则放弃该试验（Golovin et al. 2017, 3.2.1）。</translation>
        </message>
        <message>
            <source>Storing frozen layers' outputs of the {split} texts</source>
            <translation>正在存储冻结层对{split}文本的输出</translation>
        </message>
        <message>
            <source>Strategy</source>
            <translation>策略</translation>
        </message>
        <message>
            <source>Strength of the penalty on the distance of the encoder's weights from those at the start of the stage.</source>
            <translation>把编码器权重拉回阶段开始时的值的力度。</translation>
        </message>
        <message>
            <source>Strength of the penalty on the head's weights.</source>
            <translation>把分类头权重拉向零的力度。</translation>
        </message>
        <message>
            <source>Strength λ</source>
            <translation>强度 λ</translation>
        </message>
        <message>
            <source>Subset accuracy</source>
            <translation>子集准确率</translation>
        </message>
        <message>
            <source>Successive halving</source>
            <translation>逐次减半</translation>
        </message>
        <message>
            <source>Such as 16G. Empty: the cluster's default.</source>
            <translation>例如 16G。留空:集群的默认值。</translation>
        </message>
        <message>
            <source>Sun et al.'s code: the top layer has the full rate, layer l ξ^(L-l); embeddings, pooler, head are undecayed.</source>
            <translation>Sun et al. 的代码：顶层使用完整学习率，第 l 层为 ξ^(L-l)；嵌入层、池化层、分类头不衰减。</translation>
        </message>
        <message>
            <source>Sun et al., embeddings as layer 0</source>
            <translation>Sun et al.，嵌入层作为第 0 层</translation>
        </message>
        <message>
            <source>Sun et al., embeddings undecayed</source>
            <translation>Sun et al.，嵌入层不衰减</translation>
        </message>
        <message>
            <source>Sun et al., lower half and top (multi-task)</source>
            <translation>Sun et al.，下半部分与顶层（多任务）</translation>
        </message>
        <message>
            <source>Sun et al., thirds (run_classifier)</source>
            <translation>Sun et al.，三等分（run_classifier）</translation>
        </message>
        <message>
            <source>Sweep</source>
            <translation>扫描</translation>
        </message>
        <message>
            <source>Switch it off.</source>
            <translation>请关闭它。</translation>
        </message>
        <message>
            <source>Switch on Measure forgetting (and Language), or remove the bound.</source>
            <translation>请开启“测量遗忘”（以及“语言能力”），或去掉界限。</translation>
        </message>
        <message>
            <source>Switch that on, or name no others.</source>
            <translation>请开启对重叠文本的排除，或不要指定其他数据集。</translation>
        </message>
        <message>
            <source>Switch the measure of language on: --set probes.on=true --set probes.retention=true</source>
            <translation>请打开语言的测量：--set probes.on=true --set probes.retention=true</translation>
        </message>
        <message>
            <source>TREC questions</source>
            <translation>TREC 问题</translation>
        </message>
        <message>
            <source>Tab</source>
            <translation>Tab</translation>
        </message>
        <message>
            <source>Table 1 gives 0.00 % over 512 although its longest text has 3,841 word pieces: the share is rounded.</source>
            <translation>表 1 给出超过 512 的为 0.00 %，而其最长文本有 3,841 个子词：该比例经过舍入。</translation>
        </message>
        <message>
            <source>Table 2 in miniature: 400 generated reviews, the bundled encoder, 48 tokens. Shows the procedure, not the result.</source>
            <translation>表 2 的缩小版：400 条生成的评论，内置编码器，48 个词元。展示做法，而非结果。</translation>
        </message>
        <message>
            <source>Table 2, long texts</source>
            <translation>表 2，长文本</translation>
        </message>
        <message>
            <source>Table 3 in miniature: 300 generated headlines and the bundled encoder of four layers, each for three of BERT-base's.</source>
            <translation>表 3 的缩小版：300 条生成的新闻标题和四层的内置编码器，每层对应 BERT-base 的三层。</translation>
        </message>
        <message>
            <source>Table 3, layers</source>
            <translation>表 3，各层</translation>
        </message>
        <message>
            <source>Table 4 in miniature: 300 generated questions, the bundled encoder; its rates are twenty times the paper's.</source>
            <translation>表 4 的缩小版：300 个生成的问题，内置编码器；学习率为论文的二十倍。</translation>
        </message>
        <message>
            <source>Table 4, layer-wise decay</source>
            <translation>表 4，逐层衰减</translation>
        </message>
        <message>
            <source>Table 5 in miniature: 30 steps of pre-training on bundled texts, 200 texts to train on, the bundled encoder.</source>
            <translation>表 5 的缩小版：在内置文本上预训练 30 步，用 200 个文本学习，内置编码器。</translation>
        </message>
        <message>
            <source>Table 5, corpora and targets</source>
            <translation>表 5，语料与目标</translation>
        </message>
        <message>
            <source>Table 6 in miniature: 30 steps of pre-training on bundled texts, 200 texts to train on, the bundled encoder.</source>
            <translation>表 6 的缩小版：在内置文本上预训练 30 步，用 200 个文本学习，内置编码器。</translation>
        </message>
        <message>
            <source>Table 6, models</source>
            <translation>表 6，模型</translation>
        </message>
        <message>
            <source>Table 7 in miniature: generated reviews, questions and headlines, 200 texts each, the bundled encoder.</source>
            <translation>表 7 的缩小版：生成的评论、问题和新闻标题，各 200 个文本，内置编码器。</translation>
        </message>
        <message>
            <source>Table 7, multi-task fine-tuning</source>
            <translation>表 7，多任务微调</translation>
        </message>
        <message>
            <source>Table 8 in miniature, the rows of the smaller encoder only: one encoder is bundled. 30 steps of pre-training, 200 texts to train on.</source>
            <translation>表 8 的缩小版，只有较小编码器的各行：内置的编码器只有一个。预训练 30 步，用 200 个文本学习。</translation>
        </message>
        <message>
            <source>Table 8, BERT-large</source>
            <translation>表 8，BERT-large</translation>
        </message>
        <message>
            <source>Tags</source>
            <translation>标记</translation>
        </message>
        <message>
            <source>Tail</source>
            <translation>尾部</translation>
        </message>
        <message>
            <source>Take [sweep] out, or give one value: --set KEY=VALUE.</source>
            <translation>请去掉 [sweep]，或给出一个值：--set KEY=VALUE。</translation>
        </message>
        <message>
            <source>Target</source>
            <translation>目标</translation>
        </message>
        <message>
            <source>Target and loss of the stage.</source>
            <translation>从标签学习什么，以及用哪种损失。</translation>
        </message>
        <message>
            <source>Target and loss of this task.</source>
            <translation>从此任务的标签学习什么，以及用哪种损失。</translation>
        </message>
        <message>
            <source>Task</source>
            <translation>任务</translation>
        </message>
        <message>
            <source>Tasks</source>
            <translation>任务</translation>
        </message>
        <message>
            <source>Tasks that a linear probe learns from each layer's frozen outputs, throughout training.</source>
            <translation>线性探针在训练全程从各层冻结输出学习的任务。</translation>
        </message>
        <message>
            <source>Teacher</source>
            <translation>教师</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/distillation.py" />
            <source>Teacher not chosen</source>
            <translation>尚未选择教师</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/distillation.py" />
            <source>Teacher {name}</source>
            <translation>教师 {name}</translation>
        </message>
        <message>
            <source>Teacher's layer</source>
            <translation>教师的层</translation>
        </message>
        <message>
            <source>Teacher's text vector</source>
            <translation>教师的文本向量</translation>
        </message>
        <message>
            <source>Teacher's texts, [CLS]</source>
            <translation>教师的文本，[CLS]</translation>
        </message>
        <message>
            <source>Teacher's texts, mean</source>
            <translation>教师的文本，平均</translation>
        </message>
        <message>
            <source>Teacher's words</source>
            <translation>教师的词</translation>
        </message>
        <message>
            <source>Temperature T</source>
            <translation>温度 T</translation>
        </message>
        <message>
            <source>Template</source>
            <translation>模板</translation>
        </message>
        <message>
            <source>Tensor by tensor (original)</source>
            <translation>逐个张量（原始）</translation>
        </message>
        <message>
            <source>Terms</source>
            <translation>词项</translation>
        </message>
        <message>
            <source>Test</source>
            <translation>测试</translation>
        </message>
        <message>
            <source>Test Brier score</source>
            <translation>测试 Brier 分数</translation>
        </message>
        <message>
            <source>Test F1</source>
            <translation>测试 F1</translation>
        </message>
        <message>
            <source>Test F1, %</source>
            <translation>测试 F1，%</translation>
        </message>
        <message>
            <source>Test Hamming loss</source>
            <translation>测试 Hamming 损失</translation>
        </message>
        <message>
            <source>Test Hamming loss, %</source>
            <translation>测试 Hamming 损失，%</translation>
        </message>
        <message>
            <source>Test MAE</source>
            <translation>测试 MAE</translation>
        </message>
        <message>
            <source>Test Matthews correlation</source>
            <translation>测试 Matthews 相关系数</translation>
        </message>
        <message>
            <source>Test RMSE</source>
            <translation>测试 RMSE</translation>
        </message>
        <message>
            <source>Test ROC AUC</source>
            <translation>测试 ROC AUC</translation>
        </message>
        <message>
            <source>Test R²</source>
            <translation>测试 R²</translation>
        </message>
        <message>
            <source>Test Spearman correlation</source>
            <translation>测试 Spearman 相关系数</translation>
        </message>
        <message>
            <source>Test accuracy</source>
            <translation>测试准确率</translation>
        </message>
        <message>
            <source>Test accuracy, %</source>
            <translation>测试准确率，%</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/comparison.py" />
            <source>Test accuracy, {name}</source>
            <translation>测试准确率，{name}</translation>
        </message>
        <message>
            <source>Test average precision</source>
            <translation>测试平均精确率</translation>
        </message>
        <message>
            <source>Test balanced accuracy</source>
            <translation>测试平衡准确率</translation>
        </message>
        <message>
            <source>Test balanced accuracy, %</source>
            <translation>测试平衡准确率，%</translation>
        </message>
        <message>
            <source>Test both on one data set.</source>
            <translation>请在同一数据集上测试两者。</translation>
        </message>
        <message>
            <source>Test calibration error</source>
            <translation>测试校准误差</translation>
        </message>
        <message>
            <source>Test calibration error, %</source>
            <translation>测试校准误差，%</translation>
        </message>
        <message>
            <source>Test error</source>
            <translation>测试错误率</translation>
        </message>
        <message>
            <source>Test error at best</source>
            <translation>最佳处测试错误率</translation>
        </message>
        <message>
            <source>Test error in %.</source>
            <translation>测试错误率，单位 %。</translation>
        </message>
        <message>
            <source>Test error, %</source>
            <translation>测试错误率，%</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/comparison.py" />
            <source>Test error, {name}</source>
            <translation>测试错误率，{name}</translation>
        </message>
        <message>
            <source>Test file</source>
            <translation>测试文件</translation>
        </message>
        <message>
            <source>Test label ranking average precision</source>
            <translation>测试标签排序平均精确率</translation>
        </message>
        <message>
            <source>Test loss</source>
            <translation>测试损失</translation>
        </message>
        <message>
            <source>Test macro F1</source>
            <translation>测试宏平均 F1</translation>
        </message>
        <message>
            <source>Test macro F1, %</source>
            <translation>测试宏平均 F1，%</translation>
        </message>
        <message>
            <source>Test mean distance in ranks</source>
            <translation>测试平均等级距离</translation>
        </message>
        <message>
            <source>Test micro F1</source>
            <translation>测试微平均 F1</translation>
        </message>
        <message>
            <source>Test micro F1, %</source>
            <translation>测试微平均 F1，%</translation>
        </message>
        <message>
            <source>Test next-sentence Brier score</source>
            <translation>测试下一句 Brier 分数</translation>
        </message>
        <message>
            <source>Test next-sentence F1</source>
            <translation>测试下一句 F1</translation>
        </message>
        <message>
            <source>Test next-sentence Hamming loss</source>
            <translation>测试下一句 Hamming 损失</translation>
        </message>
        <message>
            <source>Test next-sentence MAE</source>
            <translation>测试下一句 MAE</translation>
        </message>
        <message>
            <source>Test next-sentence Matthews correlation</source>
            <translation>测试下一句 Matthews 相关系数</translation>
        </message>
        <message>
            <source>Test next-sentence RMSE</source>
            <translation>测试下一句 RMSE</translation>
        </message>
        <message>
            <source>Test next-sentence ROC AUC</source>
            <translation>测试下一句 ROC AUC</translation>
        </message>
        <message>
            <source>Test next-sentence R²</source>
            <translation>测试下一句 R²</translation>
        </message>
        <message>
            <source>Test next-sentence Spearman correlation</source>
            <translation>测试下一句 Spearman 相关系数</translation>
        </message>
        <message>
            <source>Test next-sentence accuracy</source>
            <translation>测试下一句准确率</translation>
        </message>
        <message>
            <source>Test next-sentence average precision</source>
            <translation>测试下一句平均精确率</translation>
        </message>
        <message>
            <source>Test next-sentence balanced accuracy</source>
            <translation>测试下一句平衡准确率</translation>
        </message>
        <message>
            <source>Test next-sentence calibration error</source>
            <translation>测试下一句校准误差</translation>
        </message>
        <message>
            <source>Test next-sentence error</source>
            <translation>测试下一句错误率</translation>
        </message>
        <message>
            <source>Test next-sentence label ranking average precision</source>
            <translation>测试下一句标签排序平均精确率</translation>
        </message>
        <message>
            <source>Test next-sentence loss</source>
            <translation>测试下一句损失</translation>
        </message>
        <message>
            <source>Test next-sentence macro F1</source>
            <translation>测试下一句宏平均 F1</translation>
        </message>
        <message>
            <source>Test next-sentence mean distance in ranks</source>
            <translation>测试下一句平均等级距离</translation>
        </message>
        <message>
            <source>Test next-sentence micro F1</source>
            <translation>测试下一句微平均 F1</translation>
        </message>
        <message>
            <source>Test next-sentence perplexity</source>
            <translation>测试下一句困惑度</translation>
        </message>
        <message>
            <source>Test next-sentence precision</source>
            <translation>测试下一句精确率</translation>
        </message>
        <message>
            <source>Test next-sentence quadratic weighted kappa</source>
            <translation>测试下一句二次加权 kappa</translation>
        </message>
        <message>
            <source>Test next-sentence recall</source>
            <translation>测试下一句召回率</translation>
        </message>
        <message>
            <source>Test next-sentence subset accuracy</source>
            <translation>测试下一句子集准确率</translation>
        </message>
        <message>
            <source>Test next-sentence weighted F1</source>
            <translation>测试下一句加权 F1</translation>
        </message>
        <message>
            <source>Test perplexity</source>
            <translation>测试困惑度</translation>
        </message>
        <message>
            <source>Test precision</source>
            <translation>测试精确率</translation>
        </message>
        <message>
            <source>Test precision, %</source>
            <translation>测试精确率，%</translation>
        </message>
        <message>
            <source>Test quadratic weighted kappa</source>
            <translation>测试二次加权 kappa</translation>
        </message>
        <message>
            <source>Test recall</source>
            <translation>测试召回率</translation>
        </message>
        <message>
            <source>Test recall, %</source>
            <translation>测试召回率，%</translation>
        </message>
        <message>
            <source>Test rows</source>
            <translation>测试行数</translation>
        </message>
        <message>
            <source>Test subset accuracy</source>
            <translation>测试子集准确率</translation>
        </message>
        <message>
            <source>Test subset accuracy, %</source>
            <translation>测试子集准确率，%</translation>
        </message>
        <message>
            <source>Test texts are read too, without their labels: test errors on these data sets are then transductive.</source>
            <translation>测试文本也会被读取（不含标签）：这些数据集的测试错误率因此是直推式的。</translation>
        </message>
        <message>
            <source>Test texts overlap the training texts of Yelp full.</source>
            <translation>测试文本与 Yelp full 的训练文本有重叠。</translation>
        </message>
        <message>
            <source>Test weighted F1</source>
            <translation>测试加权 F1</translation>
        </message>
        <message>
            <source>Test weighted F1, %</source>
            <translation>测试加权 F1，%</translation>
        </message>
        <message>
            <source>Tested checkpoint</source>
            <translation>用于测试的检查点</translation>
        </message>
        <message>
            <source>Testing the chosen model</source>
            <translation>正在测试所选模型</translation>
        </message>
        <message>
            <source>Text and code: 10,000 updates of warm-up in 100,000. The shape is the code's: after the rise it drops at once to nine tenths of the peak.</source>
            <translation>正文和代码：100,000 次更新中有 10,000 次预热。形状取自代码：上升之后立即降到峰值的十分之九。</translation>
        </message>
        <message>
            <source>Text and earlier tasks</source>
            <translation>通用文本与较早的任务</translation>
        </message>
        <message>
            <source>Text and schedule</source>
            <translation>文本与调度</translation>
        </message>
        <message>
            <source>Text columns</source>
            <translation>文本列</translation>
        </message>
        <message>
            <source>Text files</source>
            <translation>文本文件</translation>
        </message>
        <message>
            <source>Text files on which the loss is measured; empty: one document in a hundred.</source>
            <translation>用于测量损失的文本文件；留空：每一百个文档取一个。</translation>
        </message>
        <message>
            <source>Text, [CLS]</source>
            <translation>文本，[CLS]</translation>
        </message>
        <message>
            <source>Text, mean</source>
            <translation>文本，平均</translation>
        </message>
        <message>
            <source>Texts</source>
            <translation>文本</translation>
        </message>
        <message>
            <source>Texts and labels that the probe learns from and is tested on.</source>
            <translation>探针学习和测试所用的文本与标签。</translation>
        </message>
        <message>
            <source>Texts are read as they stand in the file.</source>
            <translation>按文件中的原样读取文本。</translation>
        </message>
        <message>
            <source>Texts are shuffled, cut into pools of this many batches and sorted by length within each pool.</source>
            <translation>先打乱文本，再切成每池这么多个批次，池内按长度排序。</translation>
        </message>
        <message>
            <source>Texts from which F is estimated.</source>
            <translation>用于估计 F 的文本。</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/proposal.py" />
            <source>Texts have several labels each</source>
            <translation>每段文本有多个标签</translation>
        </message>
        <message>
            <source>Texts of</source>
            <translation>文本来自</translation>
        </message>
        <message>
            <source>Texts of similar length share a batch; little padding, but batches are no longer a random sample.</source>
            <translation>长度相近的文本放在同一批次；填充很少，但批次不再是随机样本。</translation>
        </message>
        <message>
            <source>Texts per second</source>
            <translation>每秒文本数</translation>
        </message>
        <message>
            <source>Texts per update.</source>
            <translation>每次更新的文本数。</translation>
        </message>
        <message>
            <source>The GPU has failed {where} ({message}).</source>
            <translation>GPU 出现故障（{where}，{message}）。</translation>
        </message>
        <message>
            <source>The account that is charged. Empty: your default.</source>
            <translation>计费账户。留空：您的默认值。</translation>
        </message>
        <message>
            <source>The area under the curve of precision over recall; the mean over classes.</source>
            <translation>精确率–召回率曲线下的面积；各类别的平均。</translation>
        </message>
        <message>
            <source>The authors trained on a copy without HTML; cleaning makes no measurable difference.</source>
            <translation>作者用不含 HTML 的副本训练；清理没有可测量的差别。</translation>
        </message>
        <message>
            <source>The best on validation, or that of the last update, which no validation label has chosen: with few training labels, those of the validation split are many more.</source>
            <translation>验证集上最佳的检查点，或最后一次更新的检查点（不由任何验证标签选出）：当训练标签很少时，验证集的标签要多得多。</translation>
        </message>
        <message>
            <source>The bundled palimpsest-tiny, a folder in Hugging Face layout, a hub id, or what a run has left (run:12, run:12/stage-1, run:12/stage-1@5000, run:12/average-0.70).</source>
            <translation>内置的 palimpsest-tiny、Hugging Face 布局的文件夹、hub 标识，或某次运行留下的模型（run:12、run:12/stage-1、run:12/stage-1@5000、run:12/average-0.70）。</translation>
        </message>
        <message>
            <source>The character between fields.</source>
            <translation>字段之间的字符。</translation>
        </message>
        <message>
            <source>The checkpoint is not whole, or its config is of a larger model.</source>
            <translation>检查点不完整，或其配置属于更大的模型。</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>The checkpoint was chosen on {labels}, more than the {n} it learnt from.</source>
            <translation>检查点按 {labels}选择，多于它学习所用的 {n} 个。</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>The checkpoint was chosen on {labels}, of some runs more than the {n} it learnt from.</source>
            <translation>检查点按 {labels}选择，其中一些运行多于它学习所用的 {n} 个。</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>The checkpoint was chosen on {labels}.</source>
            <translation>检查点按 {labels}选择。</translation>
        </message>
        <message>
            <source>The chosen trial {trial} could not be tested: run {run} {status}.</source>
            <translation>选出的试验 {trial} 无法测试：运行 {run} {status}。</translation>
        </message>
        <message>
            <source>The classes from the lowest to the highest; empty where they are numbers.</source>
            <translation>从低到高的类别；若类别为数字则留空。</translation>
        </message>
        <message>
            <source>The code clips the gradient of each tensor by itself.</source>
            <translation>代码对每个张量的梯度分别裁剪。</translation>
        </message>
        <message>
            <source>The code draws each batch of a task anew, so some texts of an epoch are never seen and others twice; here an epoch is a pass. Under the PyTorch of its time its optimiser also moved the heads of the tasks that a batch is not of, by momentum and weight decay; here they stay.</source>
            <translation>代码每次重新抽取任务的批次，因此一轮中有些文本从未出现，有些出现两次；这里一轮就是遍历一遍。在当时的 PyTorch 下，其优化器还会因动量和权重衰减移动与该批次无关的任务的分类头；这里它们保持不变。</translation>
        </message>
        <message>
            <source>The code evaluates after each epoch.</source>
            <translation>代码在每轮之后评估。</translation>
        </message>
        <message>
            <source>The code's default, 128, is changed on its command line.</source>
            <translation>代码的默认值 128 在其命令行中被更改。</translation>
        </message>
        <message>
            <source>The code's default, 32, is changed on its command line.</source>
            <translation>代码的默认值 32 在其命令行中被更改。</translation>
        </message>
        <message>
            <source>The code's default, 5e-5, is changed on its command line.</source>
            <translation>代码的默认值 5e-5 在其命令行中被更改。</translation>
        </message>
        <message>
            <source>The column that says which rows are for training, validation and test; empty: detected by its values, none: every row is drawn.</source>
            <translation>指明哪些行用于训练、验证和测试的列；留空：按其值检测；none：所有行均参与抽取。</translation>
        </message>
        <message>
            <source>The correlation of the ranks of true and predicted numbers, −1 to 1 (Spearman 1904).</source>
            <translation>真实数值与预测数值的等级相关系数，−1 至 1（Spearman 1904）。</translation>
        </message>
        <message>
            <source>The correlation of true and predicted classes, −1 to 1; 0 for guessing (Matthews 1975; Gorodkin 2004, eq. 8).</source>
            <translation>真实类别与预测类别的相关系数，−1 至 1；猜测为 0（Matthews 1975；Gorodkin 2004，式 8）。</translation>
        </message>
        <message>
            <source>The data sets learnt together.</source>
            <translation>一起学习的数据集。</translation>
        </message>
        <message>
            <source>The device, precision and memory of the computation.</source>
            <translation>计算所用的设备、精度和内存。</translation>
        </message>
        <message>
            <source>The disk had no room for a checkpoint: it has none.</source>
            <translation>磁盘没有空间存放检查点：此运行没有检查点。</translation>
        </message>
        <message>
            <source>The disk had no room for a checkpoint: resume starts from the checkpoint before.</source>
            <translation>磁盘没有空间存放检查点：继续时会从前一个检查点接着训练。</translation>
        </message>
        <message>
            <source>The embeddings and the lowest layers keep their weights.</source>
            <translation>嵌入层和最低的若干层保持其权重。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stage_starts.py" />
            <source>The encoder</source>
            <translation>编码器</translation>
        </message>
        <message>
            <source>The encoder has layers 1 to {layers} with heads 1 to {heads}.</source>
            <translation>编码器有第 1 至 {layers} 层，头 1 至 {heads}。</translation>
        </message>
        <message>
            <source>The encoder is damaged, or its training has diverged: choose another one.</source>
            <translation>编码器已损坏，或其训练已发散：请选择其他编码器。</translation>
        </message>
        <message>
            <source>The encoder starts untrained: there is no language to remember.</source>
            <translation>编码器未经预训练：没有可记住的语言。</translation>
        </message>
        <message>
            <source>The encoder the run starts from.</source>
            <translation>运行所用的起始编码器。</translation>
        </message>
        <message>
            <source>The encoder's own weights learn.</source>
            <translation>学习编码器自身的权重。</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/verdicts/verdict.py" />
            <source>The equivalence margin is {margin}; at the noise found here, equal strategies are found equivalent in 80 % of cases with a margin of {reach} or more.</source>
            <translation>等效界限为 {margin}；按此处的噪声，界限为 {reach} 或更大时，相等的策略有 80 % 的情况会被判为等效。</translation>
        </message>
        <message>
            <source>The evaluation of the first selection.</source>
            <translation>首次筛选所在的评估。</translation>
        </message>
        <message>
            <source>The file has changed since the run.</source>
            <translation>文件在运行之后已改变。</translation>
        </message>
        <message>
            <source>The file has changed since the run; train on it again.</source>
            <translation>文件在运行之后已改变；请用它重新训练。</translation>
        </message>
        <message>
            <source>The file has no header; its columns are numbered 1 to {n}.</source>
            <translation>文件没有表头；各列编号为 1 到 {n}。</translation>
        </message>
        <message>
            <source>The file is cut short or damaged: copy it again.</source>
            <translation>文件被截断或已损坏：请重新复制。</translation>
        </message>
        <message>
            <source>The file is damaged: copy it again, or export the model anew.</source>
            <translation>文件已损坏：请重新复制，或重新导出模型。</translation>
        </message>
        <message>
            <source>The file is missing, cut short or of another model: copy the folder again.</source>
            <translation>文件缺失、被截断或属于另一个模型：请重新复制文件夹。</translation>
        </message>
        <message>
            <source>The file that its record was read from.</source>
            <translation>读取其记录的文件。</translation>
        </message>
        <message>
            <source>The first and last tokens in a fixed proportion, whatever the length: 25 % head is 128 + 382 at length 512.</source>
            <translation>开头和结尾的词元按固定比例保留，不论长度：25 % 开头在长度 512 时为 128 + 382。</translation>
        </message>
        <message>
            <source>The first sheet with a table, or the sheets called train, validation and test; values as last computed.</source>
            <translation>第一个含表格的工作表，或名为 train、validation 和 test 的工作表；值取最后一次计算的结果。</translation>
        </message>
        <message>
            <source>The first tokens by count, and as many of the last as there is room for: 128 + 382 at length 512.</source>
            <translation>按数量取开头的词元，结尾尽量多取：长度 512 时为 128 + 382。</translation>
        </message>
        <message>
            <source>The first tokens.</source>
            <translation>开头的词元。</translation>
        </message>
        <message>
            <source>The folder's only file is read: {file}.</source>
            <translation>读取文件夹中唯一的文件：{file}。</translation>
        </message>
        <message>
            <source>The frozen parts stay as random as they start: the encoder is untrained.</source>
            <translation>冻结的部分会一直保持随机：编码器未经预训练。</translation>
        </message>
        <message>
            <source>The function after the hidden layer.</source>
            <translation>隐藏层之后的函数。</translation>
        </message>
        <message>
            <source>The head alone for as long as validation improves, on features that stay as they are; then everything at a low rate (LP-FT, Kumar et al. 2022). For comparison, everything at once.</source>
            <translation>只要验证结果还在改善，就只在不变的特征上训练分类头；然后以低学习率训练全部（LP-FT，Kumar et al. 2022）。对照：一开始就训练全部。</translation>
        </message>
        <message>
            <source>The head alone; then each part alone from the bottom, embeddings, layers, pooler; in the end everything.</source>
            <translation>先只训练分类头；然后自下而上逐个单独训练嵌入层、各层、池化层；最后训练全部。</translation>
        </message>
        <message>
            <source>The inner dimension of the two matrices.</source>
            <translation>两个矩阵的内部维度。</translation>
        </message>
        <message>
            <source>The keys {columns} hold lists or objects: write what is needed of them as keys of the row.</source>
            <translation>键 {columns} 的值是列表或对象：请把其中需要的内容写成该行的键。</translation>
        </message>
        <message>
            <source>The last phase ({phase}) is not reached within {total} updates.</source>
            <translation>最后一段（{phase}）在 {total} 次更新内不会到来。</translation>
        </message>
        <message>
            <source>The last tokens.</source>
            <translation>结尾的词元。</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>The last update was tested: no validation labels chose the checkpoint.</source>
            <translation>测试的是最后一次更新：没有用验证标签选择检查点。</translation>
        </message>
        <message>
            <source>The layer whose states of words are learnt; 0: the top one.</source>
            <translation>学习其词状态的层；0：顶层。</translation>
        </message>
        <message>
            <source>The limit; a value equal to it is allowed.</source>
            <translation>界限值；等于它也允许。</translation>
        </message>
        <message>
            <source>The line would read "{text}" in cp1252.</source>
            <translation>该行若按 cp1252 读取则为“{text}”。</translation>
        </message>
        <message>
            <source>The mean absolute distance from the true number, in its unit.</source>
            <translation>与真实数值的平均绝对距离，按其单位。</translation>
        </message>
        <message>
            <source>The mean distance of confidence from accuracy over 15 bins of confidence, in points (ECE, Guo et al. 2017).</source>
            <translation>置信度与准确率在 15 个置信度区间上的平均距离，百分点（ECE，Guo et al. 2017）。</translation>
        </message>
        <message>
            <source>The mean loss that training lowers, in the unit of its objective.</source>
            <translation>训练所降低的平均损失，单位为其训练目标的单位。</translation>
        </message>
        <message>
            <source>The mean over classes of F1, each class weighted by the number of its texts.</source>
            <translation>各类别 F1 的平均，每个类别按其文本数加权。</translation>
        </message>
        <message>
            <source>The mean over classes of F1, the harmonic mean of precision and recall: rare classes count as much as others.</source>
            <translation>各类别 F1（精确率与召回率的调和平均）的平均：稀有类别与其他类别同等重要。</translation>
        </message>
        <message>
            <source>The mean over classes of recall; guessing one class gives 100 / number of classes (Brodersen et al. 2010).</source>
            <translation>各类别召回率的平均；总是猜同一类别为 100 / 类别数（Brodersen et al. 2010）。</translation>
        </message>
        <message>
            <source>The mean squared distance of probabilities from what is true, summed over classes: 0 to 2 (Brier 1950).</source>
            <translation>概率与真实情况的平均平方距离，对各类别求和：0 至 2（Brier 1950）。</translation>
        </message>
        <message>
            <source>The model as it was when the stage began is the teacher.</source>
            <translation>阶段开始时的模型作为教师。</translation>
        </message>
        <message>
            <source>The model learnt from {names}.</source>
            <translation>模型是从 {names} 学习的。</translation>
        </message>
        <message>
            <source>The model was damaged, or its training has diverged: choose another one.</source>
            <translation>模型已损坏，或其训练发散了：请选择另一个。</translation>
        </message>
        <message>
            <source>The name of its curve; empty: the data set's name.</source>
            <translation>其曲线的名称；留空：数据集的名称。</translation>
        </message>
        <message>
            <source>The name of its curves and its head; empty: the data set's name.</source>
            <translation>其曲线和分类头的名称；留空：数据集的名称。</translation>
        </message>
        <message>
            <source>The name of the sheet to read; empty: those of the splits, else the first with a table.</source>
            <translation>要读取的工作表名称；留空：各划分的工作表，否则为第一个含表格的工作表。</translation>
        </message>
        <message>
            <source>The next month of the same shop: a new queue for a recalled kettle, a strike, a new version of the app. Trained after May, it shows what a model forgets.</source>
            <translation>同一家商店的下一个月：一个召回水壶的新队列、一次罢工、应用的新版本。在五月之后训练，可看出模型遗忘了什么。</translation>
        </message>
        <message>
            <source>The number of equally likely words with the same uncertainty: exp of the mean loss.</source>
            <translation>不确定性相同的等可能词的个数：平均损失的 exp。</translation>
        </message>
        <message>
            <source>The number of first evaluations at which no trial is stopped.</source>
            <translation>最初不停止任何试验的评估次数。</translation>
        </message>
        <message>
            <source>The number of passages of general text that are read each time.</source>
            <translation>每次读取的通用文本段落数。</translation>
        </message>
        <message>
            <source>The number of training texts, and the largest number of validation texts.</source>
            <translation>训练文本数，以及验证文本的最大数目。</translation>
        </message>
        <message>
            <source>The number of trials that are never stopped early.</source>
            <translation>从不提前停止的试验的个数。</translation>
        </message>
        <message>
            <source>The numbers are not comparable; the contrasts between them are.</source>
            <translation>数值水平不可比；对比可比。</translation>
        </message>
        <message>
            <source>The original BERT code's Adam: no bias correction, so the first hundred updates are up to 6.6 times larger.</source>
            <translation>原始 BERT 代码的 Adam：没有偏差校正，因此前一百次更新最多大 6.6 倍。</translation>
        </message>
        <message>
            <source>The original BERT code: after the rise the rate drops at once to (1 - warm-up) of the peak, then to zero.</source>
            <translation>原始 BERT 代码：上升之后学习率立即降到峰值的 (1 - warm-up)，然后降到零。</translation>
        </message>
        <message>
            <source>The original's multi-task script: the lower half of the layers at 1/1.5, the top layer at 1.5 times the rate.</source>
            <translation>原始的多任务脚本：下半部分各层为 1/1.5，顶层为学习率的 1.5 倍。</translation>
        </message>
        <message>
            <source>The original's plain script: the lowest third of the layers at 1/2.6, the highest at 2.6 times the rate.</source>
            <translation>原始的普通脚本：最低三分之一的层为 1/2.6，最高三分之一为学习率的 2.6 倍。</translation>
        </message>
        <message>
            <source>The paper names no limit on the fractions of a text; here all are read.</source>
            <translation>论文没有说明文本分段数的上限；这里读取全部。</translation>
        </message>
        <message>
            <source>The paper's IMDb set-up</source>
            <translation>论文的 IMDb 设置</translation>
        </message>
        <message>
            <source>The paper's equation carried down to the embeddings: ξ^(L-l) with the embeddings as layer 0.</source>
            <translation>论文的公式一直用到嵌入层：ξ^(L-l)，嵌入层为第 0 层。</translation>
        </message>
        <message>
            <source>The paper's sets: {known}.</source>
            <translation>论文的数据集：{known}。</translation>
        </message>
        <message>
            <source>The part that is read of a text longer than the length.</source>
            <translation>对超过长度的文本读取哪一部分。</translation>
        </message>
        <message>
            <source>The path exists up to {folder}.</source>
            <translation>路径中存在到 {folder} 为止的部分。</translation>
        </message>
        <message>
            <source>The peak rate of the top layer. 2e-5 to 5e-5 for BERT-base; small encoders take more.</source>
            <translation>顶层的峰值学习率。BERT-base 取 2e-5 到 5e-5；小编码器取更大的值。</translation>
        </message>
        <message>
            <source>The peak rate.</source>
            <translation>峰值学习率。</translation>
        </message>
        <message>
            <source>The probability with which, at each update, a weight of the encoder's matrices is replaced by its value at the beginning of the stage; 0: off. The paper uses 0.7 to 0.9, in place of dropout.</source>
            <translation>每次更新时，编码器矩阵的一个权重被替换为阶段开始时的值的概率；0：关闭。论文使用 0.7 到 0.9，代替 Dropout。</translation>
        </message>
        <message>
            <source>The quickstart at two rates and three seeds each: effect of the rate on the speed of learning and on the final error.</source>
            <translation>两种学习率、每种三个种子的 Quickstart：学习率如何影响学习速度和最终错误率。</translation>
        </message>
        <message>
            <source>The quickstart with pre-trained and with random weights of the same encoder: the value of pre-training.</source>
            <translation>同一编码器分别用预训练权重和随机权重的 Quickstart：预训练的价值。</translation>
        </message>
        <message>
            <source>The rate of a layer is ξ times the rate of the layer above it.</source>
            <translation>一层的学习率是其上一层学习率的 ξ 倍。</translation>
        </message>
        <message>
            <source>The recipe that the experiment was made from.</source>
            <translation>实验所用的配方。</translation>
        </message>
        <message>
            <source>The rest is there.</source>
            <translation>其余已在那里。</translation>
        </message>
        <message>
            <source>The root of the mean squared distance from the true number, in its unit.</source>
            <translation>与真实数值的平均平方距离的平方根，按其单位。</translation>
        </message>
        <message>
            <source>The run and its curves are in the store.</source>
            <translation>该运行及其曲线仍在存储库中。</translation>
        </message>
        <message>
            <source>The same as a percentage of the training split (rows held out for validation included in the count).</source>
            <translation>与上相同，以训练集的百分比表示（留作验证的行也计入）。</translation>
        </message>
        <message>
            <source>The same, in proportion to how much each weight mattered for what was learnt before.</source>
            <translation>与上相同，但与每个权重对先前所学内容的重要程度成比例。</translation>
        </message>
        <message>
            <source>The scale; the product counts α / r.</source>
            <translation>缩放系数；乘积按 α / r 计入。</translation>
        </message>
        <message>
            <source>The schedule restarts whenever layers are unfrozen, as in the authors' code; off: one schedule throughout.</source>
            <translation>每次解冻层时重新开始调度，与作者代码一致；关闭：全程一个调度。</translation>
        </message>
        <message>
            <source>The seed of all random draws; the same seed gives the same run.</source>
            <translation>一切随机性的种子；相同的种子得到相同的运行。</translation>
        </message>
        <message>
            <source>The separator of the labels in a cell. A cell that is a JSON list is read as one.</source>
            <translation>单元格中各标签之间的分隔符。若单元格是 JSON 列表，则按列表读取。</translation>
        </message>
        <message>
            <source>The share of all updates during which only the head learns.</source>
            <translation>所有更新中只训练分类头的比例。</translation>
        </message>
        <message>
            <source>The share of all updates over which the rate rises from zero to its peak.</source>
            <translation>所有更新中学习率从零上升到峰值的比例。</translation>
        </message>
        <message>
            <source>The share of all updates that rise.</source>
            <translation>所有更新中上升部分的比例。</translation>
        </message>
        <message>
            <source>The share of the length that is kept from the start.</source>
            <translation>从开头保留的长度比例。</translation>
        </message>
        <message>
            <source>The share of the target that is spread evenly over all classes; 0.1 is usual.</source>
            <translation>均匀分配给所有类别的目标比例；常用 0.1。</translation>
        </message>
        <message>
            <source>The share of the variance that is explained; 0 is that of predicting the split's mean, below is worse.</source>
            <translation>被解释的方差比例；0 相当于预测该划分的平均值，低于 0 更差。</translation>
        </message>
        <message>
            <source>The split '{split}' has no labels and is not used.</source>
            <translation>划分“{split}”没有标签，因此不使用。</translation>
        </message>
        <message>
            <source>The split '{split}' is not used.</source>
            <translation>不使用划分“{split}”。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stage_starts.py" />
            <source>The stage before ({stage})</source>
            <translation>前一阶段（{stage}）</translation>
        </message>
        <message>
            <source>The stage ends after this many evaluations in a row outside the bound; 0: never.</source>
            <translation>连续这么多次评估不满足约束后阶段结束；0：继续。</translation>
        </message>
        <message>
            <source>The stage's result is missing or damaged: start the run again.</source>
            <translation>该阶段的结果缺失或已损坏：请重新启动运行。</translation>
        </message>
        <message>
            <source>The stages of training, in order.</source>
            <translation>训练的各阶段，按顺序。</translation>
        </message>
        <message>
            <source>The strength with the fewest validation errors, then the lowest loss; or the library's default, 1, which needs no validation labels.</source>
            <translation>验证错误最少的强度，相同时取损失最低者；或库的默认值 1，不需要验证标签。</translation>
        </message>
        <message>
            <source>The tables of a reproduction have one size.</source>
            <translation>一次复现的各表只能有一种大小。</translation>
        </message>
        <message>
            <source>The teacher: a folder in Hugging Face layout, a hub id, or a run's encoder (run:12). Its vocabulary and width may differ; both encoders read the same words.</source>
            <translation>被学习的编码器：Hugging Face 布局的文件夹、hub 标识，或某次运行留下的模型（run:12）。它可以有不同的词表和宽度；两者读取同样的词。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/checks/findings.py" />
            <source>The test split has {n} text: too few for a conclusion (at least {least} are needed).</source>
            <translation>测试集只有 {n} 条文本：太少，什么也说明不了（至少需要 {least} 条）。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/checks/findings.py" />
            <source>The test split has {n} texts: too few for a conclusion (at least {least} are needed).</source>
            <translation>测试集只有 {n} 条文本：太少，什么也说明不了（至少需要 {least} 条）。</translation>
        </message>
        <message>
            <source>The text between joined text columns.</source>
            <translation>拼接的文本列之间的文本。</translation>
        </message>
        <message>
            <source>The text chooses the best model on a validation set. The code evaluates the test set after every epoch and leaves the choice to its user, which is not offered here.</source>
            <translation>正文按验证集选择最佳模型。代码每轮之后评估测试集，把选择留给用户；这里不提供这种做法。</translation>
        </message>
        <message>
            <source>The text does not mention clipping.</source>
            <translation>正文没有提及裁剪。</translation>
        </message>
        <message>
            <source>The text names Adam with its β. The code's Adam corrects no bias, so its first updates are up to 6.6 times larger, and its ε is 1e-6; the text gives no ε.</source>
            <translation>正文提到 Adam 及其 β。代码的 Adam 不作偏差校正，因此最初的更新最多大 6.6 倍，其 ε 为 1e-6；正文没有给出 ε。</translation>
        </message>
        <message>
            <source>The text names masked words and next sentence; their shares are the code's.</source>
            <translation>正文只提到掩码词和下一句；其比例取自代码。</translation>
        </message>
        <message>
            <source>The text names slanted triangular rates; their ratio of 32 is Howard and Ruder's. The code rises from zero over a tenth of the updates, drops at once to nine tenths of the peak and falls to zero.</source>
            <translation>正文提到斜三角学习率；比值 32 取自 Howard 和 Ruder。代码在十分之一的更新中从零上升，随即降到峰值的十分之九，再降到零。</translation>
        </message>
        <message>
            <source>The text that stands for a class, {class} its name in words (card_not_working: card not working): '{class}', 'This text is about {class}.'</source>
            <translation>代表类别的文本，{class} 是其名称的文字形式（card_not_working：card not working）：“{class}”、“This text is about {class}.”</translation>
        </message>
        <message>
            <source>The text's classifier reads the last layer's [CLS]; the code's default passes it through BERT's pooler first. Its option --layers reads [CLS] itself, under the layer numbers of Table 3.</source>
            <translation>正文的分类器读取最后一层的 [CLS]；代码默认先让它经过 BERT 的池化层。其选项 --layers 按表 3 的层号直接读取 [CLS]。</translation>
        </message>
        <message>
            <source>The text's classifiers read the last layer's [CLS]; the code's four heads read BERT's pooler.</source>
            <translation>正文的分类器读取最后一层的 [CLS]；代码的四个分类头读取 BERT 的池化层。</translation>
        </message>
        <message>
            <source>The text: at most 4, for fine-tuning in general. The code's default is 3, its README has 3, 4 and 6.</source>
            <translation>正文：一般的微调最多 4。代码的默认值是 3，其 README 中有 3、4 和 6。</translation>
        </message>
        <message>
            <source>The text: at most 4. The code's default is 3, its README has 3, 4 and 6.</source>
            <translation>正文：最多 4。代码的默认值是 3，其 README 中有 3、4 和 6。</translation>
        </message>
        <message>
            <source>The text: spaCy for English, the marks 。？！ for Chinese (kind full_width). The code names the pipeline; it has no Chinese script.</source>
            <translation>正文：英文用 spaCy，中文用 。？！ 标点（kind full_width）。代码指明了流水线；没有中文脚本。</translation>
        </message>
        <message>
            <source>The text: the training data, of which our validation split is a part. The one corpus script of the code, for AG's News, writes the test texts into the corpus too, without labels.</source>
            <translation>正文：训练数据，我们的验证集是其中一部分。代码中唯一的语料脚本（用于 AG's News）把测试文本也写入语料，不含标签。</translation>
        </message>
        <message>
            <source>The texts and labels.</source>
            <translation>文本与标签。</translation>
        </message>
        <message>
            <source>The update rule.</source>
            <translation>更新规则。</translation>
        </message>
        <message>
            <source>The upper limit of balanced weights, so that a rare label does not dominate.</source>
            <translation>平衡权重的上限，使稀有标签不致占主导。</translation>
        </message>
        <message>
            <source>The validation metric that chooses the tested checkpoint; of several tasks its mean.</source>
            <translation>用于选择测试检查点的验证指标；多个任务时取平均。</translation>
        </message>
        <message>
            <source>The validation split ({validation} rows) is larger than the {train} training rows; Validation rows makes it smaller.</source>
            <translation>验证集（{validation} 行）比用于学习的 {train} 行还多；可用“验证行数”减少。</translation>
        </message>
        <message>
            <source>The vector of a whole text: the mean of the teacher's top states, as sentence encoders are trained, or the state of its first token.</source>
            <translation>整个文本的向量：教师顶层状态的平均（句子编码器的训练方式），或其首个词元的状态。</translation>
        </message>
        <message>
            <source>The weight of a text that has a label in this label's training loss, where a text without it has 1; above 1 finds more of a rare label, with more false alarms.</source>
            <translation>带有某标签的文本在该标签训练损失中的权重（不带的为 1）；大于 1 时能找到更多的稀有标签，代价是误报增多。</translation>
        </message>
        <message>
            <source>The weight of the penalty.</source>
            <translation>惩罚项的权重。</translation>
        </message>
        <message>
            <source>The weight of the teacher's predictions.</source>
            <translation>教师预测的权重。</translation>
        </message>
        <message>
            <source>The weight r of replayed texts: the loss is (1 − r) new + r replayed. As many texts are replayed per update as are r of the whole batch, at least one.</source>
            <translation>回放文本的权重 r：损失为 (1 − r) 新 + r 回放。每次更新回放的文本数占整个批次的 r，至少一个。</translation>
        </message>
        <message>
            <source>The whole encoder keeps its weights; only the head learns.</source>
            <translation>整个编码器保持其权重；只学习分类头。</translation>
        </message>
        <message>
            <source>Their texts are the corpus: one set is within-task, several of a domain in-domain, all cross-domain.</source>
            <translation>它们的文本即为语料：一个数据集为任务内，同一领域的多个为领域内，全部则为跨领域。</translation>
        </message>
        <message>
            <source>Then remove the old key with ssh-keygen -R HOST.</source>
            <translation>然后用 ssh-keygen -R HOST 移除旧密钥。</translation>
        </message>
        <message>
            <source>There are only {texts} training texts: one update per epoch.</source>
            <translation>只有 {texts} 个训练文本：每轮只有一次更新。</translation>
        </message>
        <message>
            <source>There is no .index, .bin, .pt or .pth file in it.</source>
            <translation>里面没有 .index、.bin、.pt 或 .pth 文件。</translation>
        </message>
        <message>
            <source>There is no test split, so there will be no test error.</source>
            <translation>没有测试集，因此不会有测试错误率。</translation>
        </message>
        <message>
            <source>There is no test split: {rows} rows ({share} %) were held out for it, seed {seed}.</source>
            <translation>没有测试集：已留出 {rows} 行（{share} %）作为测试集，种子 {seed}。</translation>
        </message>
        <message>
            <source>There is no test split: {rows} rows ({share} %) were held out for it, stratified, seed {seed}.</source>
            <translation>没有测试集：已按类别比例留出 {rows} 行（{share} %）作为测试集，种子 {seed}。</translation>
        </message>
        <message>
            <source>These texts have no single class.</source>
            <translation>这些文本没有唯一的类别。</translation>
        </message>
        <message>
            <source>They are kept when a stage that learns classes has ended; train it again with --set data.validation_share=0.1.</source>
            <translation>它们在学习类别的阶段结束时保存；请用 --set data.validation_share=0.1 重新训练。</translation>
        </message>
        <message>
            <source>They are kept when a stage that learns classes has ended; train it again with this version.</source>
            <translation>学习类别的阶段结束时会保留概率；请用此版本重新训练。</translation>
        </message>
        <message>
            <source>They are numbers: learn them as such (--set data.target.kind=number; in the window: Labels are), or check the label column (--set data.label=NAME; in the window: Label).</source>
            <translation>它们是数值：请按数值学习（--set data.target.kind=number；窗口中：标签是），或检查标签列（--set data.label=NAME；窗口中：标签）。</translation>
        </message>
        <message>
            <source>They are of two models: copy the model again.</source>
            <translation>它们属于两个模型：请重新复制模型。</translation>
        </message>
        <message>
            <source>They are stored when a run has been tested.</source>
            <translation>运行测试后才会存储它们。</translation>
        </message>
        <message>
            <source>This preview reads only the beginning: rows, classes and skipped rows are counted there.</source>
            <translation>此预览只读取其开头；行数、类别和排除的内容都只涉及这一部分。</translation>
        </message>
        <message>
            <location filename="../../engine/lab/encoder_ranking.py" />
            <source>This ranks frozen features (the mean over the tokens). Fine-tuning may change the order of close encoders, and sentence encoders are favoured. Fine-tune the first two or three.</source>
            <translation>这里按冻结的特征（词元的平均）排序。微调可能改变相近编码器的顺序，句子编码器会占优。请微调前两三个。</translation>
        </message>
        <message>
            <source>This run stored no confidence values.</source>
            <translation>此运行没有存储置信度。</translation>
        </message>
        <message>
            <source>Time</source>
            <translation>时间</translation>
        </message>
        <message>
            <source>Time before the limit at which a run saves a checkpoint and ends.</source>
            <translation>在时限之前多久，运行保存检查点并结束。</translation>
        </message>
        <message>
            <source>Time limit</source>
            <translation>时限</translation>
        </message>
        <message>
            <source>Title and opening lines of generated short news items from four newsrooms, whose subjects overlap: clubs on the stock exchange, ministers in the laboratory.</source>
            <translation>四个编辑部的生成短新闻的标题和开头几行，题材互相重叠：证券交易所里的俱乐部，实验室里的部长。</translation>
        </message>
        <message>
            <source>To continue without it, empty the variable.</source>
            <translation>若要不使用它继续，请清空变量。</translation>
        </message>
        <message>
            <source>To examine this one: palimpsest store check --store COPY.</source>
            <translation>检查这个副本：palimpsest store check --store COPY。</translation>
        </message>
        <message>
            <source>Together</source>
            <translation>全部一起</translation>
        </message>
        <message>
            <source>Tokenising the corpus</source>
            <translation>正在对语料分词</translation>
        </message>
        <message>
            <source>Tokenising {name}</source>
            <translation>正在对 {name} 分词</translation>
        </message>
        <message>
            <source>Tokenising {split} second segments</source>
            <translation>正在对{split}第二段分词</translation>
        </message>
        <message>
            <source>Tokenising {split} texts</source>
            <translation>正在对{split}文本分词</translation>
        </message>
        <message>
            <source>Tokens</source>
            <translation>词元</translation>
        </message>
        <message>
            <source>Tokens kept from the start; the tail fills the rest of the length.</source>
            <translation>从开头保留的词元数；其余长度由结尾填满。</translation>
        </message>
        <message>
            <source>Tokens per batch in evaluation; of long texts read in fractions, tokens encoded at once. 0: chosen for the device.</source>
            <translation>评估时每批次的词元数；对按片段读取的长文本，为一次编码的词元数。0：按设备选择。</translation>
        </message>
        <message>
            <source>Tokens per second</source>
            <translation>每秒词元数</translation>
        </message>
        <message>
            <source>Tokens per window, special tokens included; 0: as long as the encoder reads.</source>
            <translation>每个窗口的词元数，含特殊词元；0：编码器能读取的最大长度。</translation>
        </message>
        <message>
            <source>Tokens that a fraction shares with the one before it.</source>
            <translation>一个片段与前一个片段共有的词元数。</translation>
        </message>
        <message>
            <source>Top layer</source>
            <translation>顶层</translation>
        </message>
        <message>
            <source>Train</source>
            <translation>训练</translation>
        </message>
        <message>
            <source>Train for at least this many updates, because few texts need many passes. Evaluations are then spread over all of them.</source>
            <translation>即使轮数不足也训练这么多次更新：文本很少时需要遍历多次。评估将均匀分布在整个过程中。</translation>
        </message>
        <message>
            <source>Train for longer, or shorten the phases.</source>
            <translation>请延长训练，或缩短各阶段。</translation>
        </message>
        <message>
            <source>Train it again (palimpsest rerun {run}).</source>
            <translation>请重新训练（palimpsest rerun {run}）。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/external.py" />
            <source>Trained by {program}</source>
            <translation>由 {program} 训练</translation>
        </message>
        <message>
            <source>Trained elsewhere</source>
            <translation>在别处训练</translation>
        </message>
        <message>
            <source>Training Brier score</source>
            <translation>训练 Brier 分数</translation>
        </message>
        <message>
            <source>Training F1</source>
            <translation>训练 F1</translation>
        </message>
        <message>
            <source>Training Hamming loss</source>
            <translation>训练 Hamming 损失</translation>
        </message>
        <message>
            <source>Training MAE</source>
            <translation>训练 MAE</translation>
        </message>
        <message>
            <source>Training Matthews correlation</source>
            <translation>训练 Matthews 相关系数</translation>
        </message>
        <message>
            <source>Training RMSE</source>
            <translation>训练 RMSE</translation>
        </message>
        <message>
            <source>Training ROC AUC</source>
            <translation>训练 ROC AUC</translation>
        </message>
        <message>
            <source>Training R²</source>
            <translation>训练 R²</translation>
        </message>
        <message>
            <source>Training Spearman correlation</source>
            <translation>训练 Spearman 相关系数</translation>
        </message>
        <message>
            <source>Training accuracy</source>
            <translation>训练准确率</translation>
        </message>
        <message>
            <source>Training and validation</source>
            <translation>训练集和验证集</translation>
        </message>
        <message>
            <source>Training average precision</source>
            <translation>训练平均精确率</translation>
        </message>
        <message>
            <source>Training balanced accuracy</source>
            <translation>训练平衡准确率</translation>
        </message>
        <message>
            <source>Training calibration error</source>
            <translation>训练校准误差</translation>
        </message>
        <message>
            <source>Training ended before its last step.</source>
            <translation>训练在最后一步之前结束。</translation>
        </message>
        <message>
            <source>Training error</source>
            <translation>训练错误率</translation>
        </message>
        <message>
            <source>Training label ranking average precision</source>
            <translation>训练标签排序平均精确率</translation>
        </message>
        <message>
            <source>Training loss</source>
            <translation>训练损失</translation>
        </message>
        <message>
            <source>Training macro F1</source>
            <translation>训练宏平均 F1</translation>
        </message>
        <message>
            <source>Training mean distance in ranks</source>
            <translation>训练平均等级距离</translation>
        </message>
        <message>
            <source>Training micro F1</source>
            <translation>训练微平均 F1</translation>
        </message>
        <message>
            <source>Training next-sentence Brier score</source>
            <translation>训练下一句 Brier 分数</translation>
        </message>
        <message>
            <source>Training next-sentence F1</source>
            <translation>训练下一句 F1</translation>
        </message>
        <message>
            <source>Training next-sentence Hamming loss</source>
            <translation>训练下一句 Hamming 损失</translation>
        </message>
        <message>
            <source>Training next-sentence MAE</source>
            <translation>训练下一句 MAE</translation>
        </message>
        <message>
            <source>Training next-sentence Matthews correlation</source>
            <translation>训练下一句 Matthews 相关系数</translation>
        </message>
        <message>
            <source>Training next-sentence RMSE</source>
            <translation>训练下一句 RMSE</translation>
        </message>
        <message>
            <source>Training next-sentence ROC AUC</source>
            <translation>训练下一句 ROC AUC</translation>
        </message>
        <message>
            <source>Training next-sentence R²</source>
            <translation>训练下一句 R²</translation>
        </message>
        <message>
            <source>Training next-sentence Spearman correlation</source>
            <translation>训练下一句 Spearman 相关系数</translation>
        </message>
        <message>
            <source>Training next-sentence accuracy</source>
            <translation>训练下一句准确率</translation>
        </message>
        <message>
            <source>Training next-sentence average precision</source>
            <translation>训练下一句平均精确率</translation>
        </message>
        <message>
            <source>Training next-sentence balanced accuracy</source>
            <translation>训练下一句平衡准确率</translation>
        </message>
        <message>
            <source>Training next-sentence calibration error</source>
            <translation>训练下一句校准误差</translation>
        </message>
        <message>
            <source>Training next-sentence error</source>
            <translation>训练下一句错误率</translation>
        </message>
        <message>
            <source>Training next-sentence label ranking average precision</source>
            <translation>训练下一句标签排序平均精确率</translation>
        </message>
        <message>
            <source>Training next-sentence loss</source>
            <translation>训练下一句损失</translation>
        </message>
        <message>
            <source>Training next-sentence macro F1</source>
            <translation>训练下一句宏平均 F1</translation>
        </message>
        <message>
            <source>Training next-sentence mean distance in ranks</source>
            <translation>训练下一句平均等级距离</translation>
        </message>
        <message>
            <source>Training next-sentence micro F1</source>
            <translation>训练下一句微平均 F1</translation>
        </message>
        <message>
            <source>Training next-sentence perplexity</source>
            <translation>训练下一句困惑度</translation>
        </message>
        <message>
            <source>Training next-sentence precision</source>
            <translation>训练下一句精确率</translation>
        </message>
        <message>
            <source>Training next-sentence quadratic weighted kappa</source>
            <translation>训练下一句二次加权 kappa</translation>
        </message>
        <message>
            <source>Training next-sentence recall</source>
            <translation>训练下一句召回率</translation>
        </message>
        <message>
            <source>Training next-sentence subset accuracy</source>
            <translation>训练下一句子集准确率</translation>
        </message>
        <message>
            <source>Training next-sentence weighted F1</source>
            <translation>训练下一句加权 F1</translation>
        </message>
        <message>
            <source>Training perplexity</source>
            <translation>训练困惑度</translation>
        </message>
        <message>
            <source>Training precision</source>
            <translation>训练精确率</translation>
        </message>
        <message>
            <source>Training quadratic weighted kappa</source>
            <translation>训练二次加权 kappa</translation>
        </message>
        <message>
            <source>Training recall</source>
            <translation>训练召回率</translation>
        </message>
        <message>
            <source>Training rows</source>
            <translation>训练行数</translation>
        </message>
        <message>
            <source>Training share</source>
            <translation>训练比例</translation>
        </message>
        <message>
            <source>Training split</source>
            <translation>训练集</translation>
        </message>
        <message>
            <source>Training subset accuracy</source>
            <translation>训练子集准确率</translation>
        </message>
        <message>
            <source>Training texts of every earlier task, each under its own head, which stays as it is.</source>
            <translation>每个较早任务的训练文本，各用自己的分类头，分类头保持不变。</translation>
        </message>
        <message>
            <source>Training texts overlap the test texts of Yelp polarity.</source>
            <translation>训练文本与 Yelp polarity 的测试文本有重叠。</translation>
        </message>
        <message>
            <source>Training texts that were classified correctly at first and wrongly later.</source>
            <translation>起初分类正确、后来分类错误的训练文本。</translation>
        </message>
        <message>
            <source>Training weighted F1</source>
            <translation>训练加权 F1</translation>
        </message>
        <message>
            <source>Trains a linear model on the features of the frozen encoder: the baseline of fine-tuning. Only for tasks learnt as single label or multi label or ordinal or regression.</source>
            <translation>在冻结编码器的特征上训练线性模型：微调的基线。仅用于按单标签、多标签、有序或回归学习的任务。</translation>
        </message>
        <message>
            <source>Trains on general text or earlier tasks along with the new task.</source>
            <translation>在学习新任务的同时，用先前学过的内容训练。</translation>
        </message>
        <message>
            <source>Trains the encoder on pairs of texts, then a linear model on its features (SetFit): for few labels. Only for tasks learnt as single label.</source>
            <translation>先用文本对训练编码器，再在其特征上训练线性模型（SetFit）：适合标签很少的情况。仅用于按单标签学习的任务。</translation>
        </message>
        <message>
            <source>Trial {trial} comes closest.</source>
            <translation>试验 {trial} 最接近。</translation>
        </message>
        <message>
            <source>Trial {trial} was chosen on validation, and tested once.</source>
            <translation>试验 {trial} 由验证选出，并测试了一次。</translation>
        </message>
        <message>
            <source>True label (empirical)</source>
            <translation>真实标签（经验）</translation>
        </message>
        <message>
            <source>Truncation</source>
            <translation>截断</translation>
        </message>
        <message>
            <source>Truncation of texts that are too long.</source>
            <translation>过长文本保留哪一部分。</translation>
        </message>
        <message>
            <source>Try again when it can.</source>
            <translation>待其可写后请重试。</translation>
        </message>
        <message>
            <source>Try again, or resume the run, when it is back: what was downloaded is kept.</source>
            <translation>恢复连接后请重试，或继续运行：已下载的内容会保留。</translation>
        </message>
        <message>
            <source>Try again.</source>
            <translation>请重试。</translation>
        </message>
        <message>
            <source>Try utf-8, cp1252 or gb18030.</source>
            <translation>请试试 utf-8、cp1252 或 gb18030。</translation>
        </message>
        <message>
            <source>Tune it again (palimpsest decide), or remove the file: the model then answers without a rule.</source>
            <translation>请重新调整（palimpsest decide），或移除该文件：那样模型会不用规则作答。</translation>
        </message>
        <message>
            <source>Two learning rates</source>
            <translation>两种学习率</translation>
        </message>
        <message>
            <source>Two segments</source>
            <translation>两个片段</translation>
        </message>
        <message>
            <source>Two tasks in a row</source>
            <translation>两个连续任务</translation>
        </message>
        <message>
            <source>Type it again.</source>
            <translation>请重新输入。</translation>
        </message>
        <message>
            <source>Undoes the escapes and mark-up that copies of a data set carry over from where they were found.</source>
            <translation>还原数据集副本从来源处带入的转义字符与标记语言。</translation>
        </message>
        <message>
            <source>Uniform</source>
            <translation>均匀</translation>
        </message>
        <message>
            <source>Unit of counting; automatic: characters where at least 30 % of the letters are Chinese or Japanese, whose words are not written apart, else words.</source>
            <translation>统计的单位；自动：若至少 30 % 的文字是中文或日文（词之间不空开），则按字符，否则按词。</translation>
        </message>
        <message>
            <source>Unpack it and choose the file or folder inside.</source>
            <translation>请解压，并选择其中的文件或文件夹。</translation>
        </message>
        <message>
            <source>Unpack it and name one.</source>
            <translation>请解压并指定其中一个。</translation>
        </message>
        <message>
            <source>Unpacking files</source>
            <translation>正在解包文件</translation>
        </message>
        <message>
            <source>Unpruned trials</source>
            <translation>不剪枝的试验</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>Up to {n} runs of {strategies} strategies have been tested on one of these test splits: the best of them, if chosen by its test result, looks better than it is.</source>
            <translation>在其中一个测试划分上，最多已测试 {strategies} 种策略的 {n} 个运行：若按测试结果选出最佳者，它看起来会比实际更好。</translation>
        </message>
        <message>
            <source>Update Palimpsest or name another store.</source>
            <translation>请更新 Palimpsest，或指定其他存储库。</translation>
        </message>
        <message>
            <source>Update Palimpsest.</source>
            <translation>请更新 Palimpsest。</translation>
        </message>
        <message>
            <source>Update it there.</source>
            <translation>请在那里更新。</translation>
        </message>
        <message>
            <source>Updates</source>
            <translation>更新次数</translation>
        </message>
        <message>
            <source>Updates before the next layer is unfrozen; 0: one epoch.</source>
            <translation>解冻下一层之前的更新次数；0：一轮。</translation>
        </message>
        <message>
            <source>Updates between measurements on the held-out text.</source>
            <translation>在留出文本上两次测量之间的更新次数。</translation>
        </message>
        <message>
            <source>Updates of 16 pairs. Few texts need fewer: each is in 40 pairs.</source>
            <translation>每次更新 16 对文本。文本少时更新更少：每条文本出现在 40 对中。</translation>
        </message>
        <message>
            <source>Updates of each phase; 0: the stage is divided evenly.</source>
            <translation>每个阶段段落的更新次数；0：平均分配整个阶段。</translation>
        </message>
        <message>
            <source>Updates planned</source>
            <translation>计划的更新次数</translation>
        </message>
        <message>
            <source>Updates whose weights are kept, '1000, 2000, 5000': later stages can start from each ('1@2000').</source>
            <translation>保留权重的更新，'1000, 2000, 5000'：之后的阶段可以从其中任一开始（'1@2000'）。</translation>
        </message>
        <message>
            <source>Use .tsv or .jsonl.</source>
            <translation>请使用 .tsv 或 .jsonl。</translation>
        </message>
        <message>
            <source>Use 0 to 100.</source>
            <translation>请用 0 到 100。</translation>
        </message>
        <message>
            <source>Use 2026-11-20, "2026-11-20 14:30", today or yesterday.</source>
            <translation>请写 2026-11-20、"2026-11-20 14:30"、today 或 yesterday。</translation>
        </message>
        <message>
            <source>Use = for equal, ~ for contains.</source>
            <translation>= 表示相等，~ 表示包含。</translation>
        </message>
        <message>
            <source>Use [CLS].</source>
            <translation>请使用 [CLS]。</translation>
        </message>
        <message>
            <source>Use a mean over classes, such as macro_f1.</source>
            <translation>请使用各类别的平均，例如 macro_f1。</translation>
        </message>
        <message>
            <source>Use a point for decimals: 3.5, 2e-5.</source>
            <translation>小数请用点：3.5、2e-5。</translation>
        </message>
        <message>
            <source>Use a stratified random subset of this size; 0: all, even if training rows are few.</source>
            <translation>使用此大小的分层随机子集；0：全部，不论训练行多么少。</translation>
        </message>
        <message>
            <source>Use a stratified random subset of this size; 0: all.</source>
            <translation>使用此大小的分层随机子集；0：全部。</translation>
        </message>
        <message>
            <source>Use all.</source>
            <translation>请全部使用。</translation>
        </message>
        <message>
            <source>Use another copy.</source>
            <translation>请使用其他副本。</translation>
        </message>
        <message>
            <source>Use another word.</source>
            <translation>请换一个词。</translation>
        </message>
        <message>
            <source>Use at most 1 / η = {most}.</source>
            <translation>最多用 1 / η = {most}。</translation>
        </message>
        <message>
            <source>Use at most {most} bytes.</source>
            <translation>请用最多 {most} 字节。</translation>
        </message>
        <message>
            <source>Use it as the encoder.</source>
            <translation>请直接用作编码器。</translation>
        </message>
        <message>
            <source>Use letters, digits, spaces, - and _.</source>
            <translation>请用字母、数字、空格、- 和 _。</translation>
        </message>
        <message>
            <source>Use masked words only.</source>
            <translation>请只用掩码词。</translation>
        </message>
        <message>
            <source>Use one of {names}.</source>
            <translation>请使用其中之一：{names}。</translation>
        </message>
        <message>
            <source>Use one of: {names}.</source>
            <translation>请使用其中之一：{names}。</translation>
        </message>
        <message>
            <source>Use seconds, or 90s, 10min, 2h, 1d.</source>
            <translation>请写秒数，或 90s、10min、2h、1d。</translation>
        </message>
        <message>
            <source>Use small letters, digits, - and _, at most 40, and not '{here}'.</source>
            <translation>请用小写字母、数字、- 和 _，最多 40 个字符，且不能是“{here}”。</translation>
        </message>
        <message>
            <source>Use stage or pretrained.</source>
            <translation>请使用 stage 或 pretrained。</translation>
        </message>
        <message>
            <source>Use the last layer.</source>
            <translation>请使用最后一层。</translation>
        </message>
        <message>
            <source>Use the last.</source>
            <translation>请使用最后一层。</translation>
        </message>
        <message>
            <source>Use {formats} or {last}.</source>
            <translation>请使用 {formats} 或 {last}。</translation>
        </message>
        <message>
            <source>Use {kinds}, with a split if you like: duplicates:train.</source>
            <translation>请使用 {kinds}，也可带上划分：duplicates:train。</translation>
        </message>
        <message>
            <source>Use {value}.</source>
            <translation>请使用 {value}。</translation>
        </message>
        <message>
            <source>Validation</source>
            <translation>验证</translation>
        </message>
        <message>
            <source>Validation Brier score</source>
            <translation>验证 Brier 分数</translation>
        </message>
        <message>
            <source>Validation F1</source>
            <translation>验证 F1</translation>
        </message>
        <message>
            <source>Validation F1, %</source>
            <translation>验证 F1，%</translation>
        </message>
        <message>
            <source>Validation Hamming loss</source>
            <translation>验证 Hamming 损失</translation>
        </message>
        <message>
            <source>Validation Hamming loss, %</source>
            <translation>验证 Hamming 损失，%</translation>
        </message>
        <message>
            <source>Validation MAE</source>
            <translation>验证 MAE</translation>
        </message>
        <message>
            <source>Validation Matthews correlation</source>
            <translation>验证 Matthews 相关系数</translation>
        </message>
        <message>
            <source>Validation RMSE</source>
            <translation>验证 RMSE</translation>
        </message>
        <message>
            <source>Validation ROC AUC</source>
            <translation>验证 ROC AUC</translation>
        </message>
        <message>
            <source>Validation R²</source>
            <translation>验证 R²</translation>
        </message>
        <message>
            <source>Validation Spearman correlation</source>
            <translation>验证 Spearman 相关系数</translation>
        </message>
        <message>
            <source>Validation accuracy</source>
            <translation>验证准确率</translation>
        </message>
        <message>
            <source>Validation accuracy, %</source>
            <translation>验证准确率，%</translation>
        </message>
        <message>
            <source>Validation average precision</source>
            <translation>验证平均精确率</translation>
        </message>
        <message>
            <source>Validation balanced accuracy</source>
            <translation>验证平衡准确率</translation>
        </message>
        <message>
            <source>Validation balanced accuracy, %</source>
            <translation>验证平衡准确率，%</translation>
        </message>
        <message>
            <source>Validation calibration error</source>
            <translation>验证校准误差</translation>
        </message>
        <message>
            <source>Validation calibration error, %</source>
            <translation>验证校准误差，%</translation>
        </message>
        <message>
            <source>Validation error</source>
            <translation>验证错误率</translation>
        </message>
        <message>
            <source>Validation error of the tasks of earlier stages, each with its own head.</source>
            <translation>较早阶段各任务的验证错误率，各用自己的分类头。</translation>
        </message>
        <message>
            <source>Validation error, %</source>
            <translation>验证错误率，%</translation>
        </message>
        <message>
            <source>Validation file</source>
            <translation>验证文件</translation>
        </message>
        <message>
            <source>Validation label ranking average precision</source>
            <translation>验证标签排序平均精确率</translation>
        </message>
        <message>
            <source>Validation loss</source>
            <translation>验证损失</translation>
        </message>
        <message>
            <source>Validation macro F1</source>
            <translation>验证宏平均 F1</translation>
        </message>
        <message>
            <source>Validation macro F1, %</source>
            <translation>验证宏平均 F1，%</translation>
        </message>
        <message>
            <source>Validation mean distance in ranks</source>
            <translation>验证平均等级距离</translation>
        </message>
        <message>
            <source>Validation micro F1</source>
            <translation>验证微平均 F1</translation>
        </message>
        <message>
            <source>Validation micro F1, %</source>
            <translation>验证微平均 F1，%</translation>
        </message>
        <message>
            <source>Validation next-sentence Brier score</source>
            <translation>验证下一句 Brier 分数</translation>
        </message>
        <message>
            <source>Validation next-sentence F1</source>
            <translation>验证下一句 F1</translation>
        </message>
        <message>
            <source>Validation next-sentence Hamming loss</source>
            <translation>验证下一句 Hamming 损失</translation>
        </message>
        <message>
            <source>Validation next-sentence MAE</source>
            <translation>验证下一句 MAE</translation>
        </message>
        <message>
            <source>Validation next-sentence Matthews correlation</source>
            <translation>验证下一句 Matthews 相关系数</translation>
        </message>
        <message>
            <source>Validation next-sentence RMSE</source>
            <translation>验证下一句 RMSE</translation>
        </message>
        <message>
            <source>Validation next-sentence ROC AUC</source>
            <translation>验证下一句 ROC AUC</translation>
        </message>
        <message>
            <source>Validation next-sentence R²</source>
            <translation>验证下一句 R²</translation>
        </message>
        <message>
            <source>Validation next-sentence Spearman correlation</source>
            <translation>验证下一句 Spearman 相关系数</translation>
        </message>
        <message>
            <source>Validation next-sentence accuracy</source>
            <translation>验证下一句准确率</translation>
        </message>
        <message>
            <source>Validation next-sentence average precision</source>
            <translation>验证下一句平均精确率</translation>
        </message>
        <message>
            <source>Validation next-sentence balanced accuracy</source>
            <translation>验证下一句平衡准确率</translation>
        </message>
        <message>
            <source>Validation next-sentence calibration error</source>
            <translation>验证下一句校准误差</translation>
        </message>
        <message>
            <source>Validation next-sentence error</source>
            <translation>验证下一句错误率</translation>
        </message>
        <message>
            <source>Validation next-sentence label ranking average precision</source>
            <translation>验证下一句标签排序平均精确率</translation>
        </message>
        <message>
            <source>Validation next-sentence loss</source>
            <translation>验证下一句损失</translation>
        </message>
        <message>
            <source>Validation next-sentence macro F1</source>
            <translation>验证下一句宏平均 F1</translation>
        </message>
        <message>
            <source>Validation next-sentence mean distance in ranks</source>
            <translation>验证下一句平均等级距离</translation>
        </message>
        <message>
            <source>Validation next-sentence micro F1</source>
            <translation>验证下一句微平均 F1</translation>
        </message>
        <message>
            <source>Validation next-sentence perplexity</source>
            <translation>验证下一句困惑度</translation>
        </message>
        <message>
            <source>Validation next-sentence precision</source>
            <translation>验证下一句精确率</translation>
        </message>
        <message>
            <source>Validation next-sentence quadratic weighted kappa</source>
            <translation>验证下一句二次加权 kappa</translation>
        </message>
        <message>
            <source>Validation next-sentence recall</source>
            <translation>验证下一句召回率</translation>
        </message>
        <message>
            <source>Validation next-sentence subset accuracy</source>
            <translation>验证下一句子集准确率</translation>
        </message>
        <message>
            <source>Validation next-sentence weighted F1</source>
            <translation>验证下一句加权 F1</translation>
        </message>
        <message>
            <source>Validation perplexity</source>
            <translation>验证困惑度</translation>
        </message>
        <message>
            <source>Validation precision</source>
            <translation>验证精确率</translation>
        </message>
        <message>
            <source>Validation precision, %</source>
            <translation>验证精确率，%</translation>
        </message>
        <message>
            <source>Validation quadratic weighted kappa</source>
            <translation>验证二次加权 kappa</translation>
        </message>
        <message>
            <source>Validation recall</source>
            <translation>验证召回率</translation>
        </message>
        <message>
            <source>Validation recall, %</source>
            <translation>验证召回率，%</translation>
        </message>
        <message>
            <source>Validation rows</source>
            <translation>验证行数</translation>
        </message>
        <message>
            <source>Validation subset accuracy</source>
            <translation>验证子集准确率</translation>
        </message>
        <message>
            <source>Validation subset accuracy, %</source>
            <translation>验证子集准确率，%</translation>
        </message>
        <message>
            <source>Validation weighted F1</source>
            <translation>验证加权 F1</translation>
        </message>
        <message>
            <source>Validation weighted F1, %</source>
            <translation>验证加权 F1，%</translation>
        </message>
        <message>
            <source>Variable length</source>
            <translation>变长</translation>
        </message>
        <message>
            <source>Variant</source>
            <translation>变体</translation>
        </message>
        <message>
            <source>Wait for it, or end it (a backup or a database browser?), and try again.</source>
            <translation>请等待它，或结束它（备份程序或数据库浏览器？），然后重试。</translation>
        </message>
        <message>
            <source>Wait for its end.</source>
            <translation>请等它结束。</translation>
        </message>
        <message>
            <source>Wait for them, or stop them first.</source>
            <translation>请等待它们结束，或先停止它们。</translation>
        </message>
        <message>
            <source>Waiting at {place}</source>
            <translation>正在 {place} 等待</translation>
        </message>
        <message>
            <source>Waiting for another process that prepares the same data</source>
            <translation>正在等待另一个准备相同数据的进程</translation>
        </message>
        <message>
            <source>Waiting for {holder}, which keeps the same activations</source>
            <translation>正在等待 {holder}，它正在保存相同的激活</translation>
        </message>
        <message>
            <source>Warm-up</source>
            <translation>预热</translation>
        </message>
        <message>
            <source>Warning</source>
            <translation>警告</translation>
        </message>
        <message>
            <source>Was trained by another program: its curves are shown and compared, but it cannot be started here.</source>
            <translation>由另一程序训练：其曲线可以显示和比较，但不能在此启动。</translation>
        </message>
        <message>
            <source>Weight</source>
            <translation>权重</translation>
        </message>
        <message>
            <source>Weight decay</source>
            <translation>权重衰减</translation>
        </message>
        <message>
            <source>Weight of the error of a linear map from the mean of all top states to the teacher's text vector.</source>
            <translation>从所有顶层状态的平均到教师文本向量的线性映射误差的权重。</translation>
        </message>
        <message>
            <source>Weight of the loss of masked words, in nats.</source>
            <translation>掩码词损失的权重，单位 nat。</translation>
        </message>
        <message>
            <source>Weight of the mean squared error of a linear map from a word's top state to the teacher's.</source>
            <translation>从词的顶层状态到教师状态的线性映射均方误差的权重。</translation>
        </message>
        <message>
            <source>Weight of the same error from the pooler's output (without a pooler: the first token's state). It trains what a classification head reads.</source>
            <translation>由池化层输出（无池化层时：首个词元的状态）得到的同一误差的权重。它训练分类头所读取的内容。</translation>
        </message>
        <message>
            <source>Weighted F1</source>
            <translation>加权 F1</translation>
        </message>
        <message>
            <source>Weights</source>
            <translation>权重</translation>
        </message>
        <message>
            <source>Weights move freely.</source>
            <translation>权重自由变化。</translation>
        </message>
        <message>
            <source>Weights that the next stage starts from: the last, or those with the lowest held-out loss.</source>
            <translation>下一阶段从哪些权重开始：最后的，或留出损失最低的。</translation>
        </message>
        <message>
            <source>Weights, gradients and moments alone take about {resident} GB: choose a smaller encoder, an adapter, or freeze lower layers.</source>
            <translation>仅权重、梯度和矩就约占 {resident} GB：请选择更小的编码器、适配器，或冻结较低的层。</translation>
        </message>
        <message>
            <source>What a line break was turned into: the two characters \n (Yelp, Yahoo), or a backslash alone, after which a word may begin with n (AG's News).</source>
            <translation>换行符变成了什么：两个字符 \n（Yelp、Yahoo），或单个反斜杠，其后的词可能以 n 开头（AG's News）。</translation>
        </message>
        <message>
            <source>What does layer-wise decay protect?</source>
            <translation>逐层衰减保护了什么？</translation>
        </message>
        <message>
            <source>What helps: compute layers again in the backward pass (Recompute; a third more time), or read fewer tokens of each text (Length).</source>
            <translation>可行的办法：在反向传播时重新计算各层（重新计算；时间多三分之一），或减少每个文本读取的词元（长度）。</translation>
        </message>
        <message>
            <source>What helps: read fewer tokens of each text (Length).</source>
            <translation>可行的办法：减少每个文本读取的词元（长度）。</translation>
        </message>
        <message>
            <source>What helps: split batches into {parts} parts (Accumulation: {value}; the update is the same), or compute layers again in the backward pass (Recompute; a third more time), or read fewer tokens of each text (Length).</source>
            <translation>可行的办法：把批分成 {parts} 份（梯度累积：{value}；更新不变），或在反向传播时重新计算各层（重新计算；时间多三分之一），或减少每个文本读取的词元（长度）。</translation>
        </message>
        <message>
            <source>What helps: split batches into {parts} parts (Accumulation: {value}; the update is the same), or read fewer tokens of each text (Length).</source>
            <translation>可行的办法：把批分成 {parts} 份（梯度累积：{value}；更新不变），或减少每个文本读取的词元（长度）。</translation>
        </message>
        <message>
            <source>What is predicted.</source>
            <translation>预测的内容。</translation>
        </message>
        <message>
            <source>What the label column holds.</source>
            <translation>标签列包含的内容。</translation>
        </message>
        <message>
            <source>What the linear model reads of the last layer: the mean over all tokens or the first one ([CLS]); automatic: whichever has the lower loss in cross-validation, which chooses C too.</source>
            <translation>线性模型读取最后一层的内容：所有词元的均值或第一个词元（[CLS]）；自动：交叉验证中损失较低者，C 也由其选择。</translation>
        </message>
        <message>
            <source>What trained it.</source>
            <translation>训练它的程序。</translation>
        </message>
        <message>
            <source>Where</source>
            <translation>位置</translation>
        </message>
        <message>
            <source>Where each class has a column of probabilities: the names of these columns, those of the classes. Empty: the probabilities stand in the label column, as a JSON object or list.</source>
            <translation>若每个类别有一列概率：这些列的名称，即类别的名称。留空：概率以 JSON 对象或列表的形式写在标签列中。</translation>
        </message>
        <message>
            <source>Where each label has a column of 0 and 1: the names of these columns, those of the labels. Empty: the labels stand in the label column.</source>
            <translation>若每个标签有一列 0 和 1：这些列的名称，即标签的名称。留空：标签写在标签列中。</translation>
        </message>
        <message>
            <source>Where that fails too, look at nvidia-smi and the system's log, and restart the machine.</source>
            <translation>若仍然失败，请查看 nvidia-smi 和系统日志，并重启机器。</translation>
        </message>
        <message>
            <source>Whether the first row names the columns.</source>
            <translation>首行是否为列名。</translation>
        </message>
        <message>
            <source>Which layer</source>
            <translation>哪一层</translation>
        </message>
        <message>
            <source>Which of the independent random subsets. Within a draw a smaller subset is part of a larger one; validation and test rows are the same in all.</source>
            <translation>使用哪一个独立的随机子集。同一次抽样中，较小的子集是较大子集的一部分；各次抽样的验证行和测试行都相同。</translation>
        </message>
        <message>
            <source>Which splits of the data sets are read. Test texts, although without labels, make the test error a transductive one; the choice is recorded.</source>
            <translation>读取数据集的哪些划分。测试文本即使不带标签，也会使测试错误率成为直推式的；此选择会被记录。</translation>
        </message>
        <message>
            <source>Which texts share an update.</source>
            <translation>哪些文本共用一次更新。</translation>
        </message>
        <message>
            <source>Which tokens of a layer are used: the first ([CLS]), the mean or maximum of all, or these three side by side. The normalised mean can also be exported for transformers.</source>
            <translation>使用一层的哪些词元：首个（[CLS]）、所有词元的平均或最大值，或三者并列。归一化的平均还可导出供 transformers 使用。</translation>
        </message>
        <message>
            <source>While the head learns alone, its rate is multiplied by this: a new linear layer takes a higher rate than an encoder.</source>
            <translation>单独训练分类头时，其学习率乘以此值：新的线性层可以用比编码器更高的学习率。</translation>
        </message>
        <message>
            <source>While the whole encoder is frozen, only the head's β has an effect.</source>
            <translation>整个编码器冻结时，只有头部的 β 起作用。</translation>
        </message>
        <message>
            <source>Whole encoder</source>
            <translation>整个编码器</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>Whole words</source>
            <translation>整词</translation>
        </message>
        <message>
            <source>Width of the attention's hidden layer.</source>
            <translation>注意力隐藏层的宽度。</translation>
        </message>
        <message>
            <source>Width of the hidden layer.</source>
            <translation>隐藏层的宽度。</translation>
        </message>
        <message>
            <source>Windows of text per update.</source>
            <translation>每次更新的文本窗口数。</translation>
        </message>
        <message>
            <source>With L2-SP</source>
            <translation>使用 L2-SP</translation>
        </message>
        <message>
            <source>With replay</source>
            <translation>使用回放</translation>
        </message>
        <message>
            <source>Within the task</source>
            <translation>任务内</translation>
        </message>
        <message>
            <source>Without values: {names}.</source>
            <translation>没有值的列：{names}。</translation>
        </message>
        <message>
            <source>Word, position and segment embeddings keep their weights.</source>
            <translation>词、位置和片段嵌入保持其权重。</translation>
        </message>
        <message>
            <source>Words</source>
            <translation>词</translation>
        </message>
        <message>
            <source>Words for finding the run.</source>
            <translation>用于查找运行的词。</translation>
        </message>
        <message>
            <source>Words with spaces go in "quotation marks".</source>
            <translation>含空格的词要放在"引号"中。</translation>
        </message>
        <message>
            <source>Write .csv or .parquet.</source>
            <translation>请写成 .csv 或 .parquet。</translation>
        </message>
        <message>
            <source>Write 0:1:0.1 or 0.5,0.8.</source>
            <translation>请写 0:1:0.1 或 0.5,0.8。</translation>
        </message>
        <message>
            <source>Write KEY=VALUE, e.g. host=me@gpubox.</source>
            <translation>请写 KEY=VALUE，例如 host=me@gpubox。</translation>
        </message>
        <message>
            <source>Write ['title + question', 'answer'] to join some.</source>
            <translation>可写 ['title + question', 'answer'] 来合并。</translation>
        </message>
        <message>
            <source>Write [NAME], and below it kind = "ssh".</source>
            <translation>请写 [NAME]，并在其下写 kind = "ssh"。</translation>
        </message>
        <message>
            <source>Write a design for it: palimpsest new --data {file} &gt; design.toml</source>
            <translation>请为其编写设计：palimpsest new --data {file} &gt; design.toml</translation>
        </message>
        <message>
            <source>Write a list of rows, [{"text": "...", "label": "..."}, ...], or one for each split: {"train": [...], "test": [...]}.</source>
            <translation>请写成行的列表，[{"text": "...", "label": "..."}, ...]，或每个划分一个：{"train": [...], "test": [...]}。</translation>
        </message>
        <message>
            <source>Write a number.</source>
            <translation>请写数字。</translation>
        </message>
        <message>
            <source>Write e.g. 1000, 2000, 5000.</source>
            <translation>例如写 1000, 2000, 5000。</translation>
        </message>
        <message>
            <source>Write e.g. last, all, pooler, 11, -1, 9..12 or '1, 6, last'.</source>
            <translation>请写 last、all、pooler、11、-1、9..12 或“1, 6, last”等。</translation>
        </message>
        <message>
            <source>Write each line as a label, a space and the text, or choose another format.</source>
            <translation>请把每行写成标签、空格和文本，或选择其他格式。</translation>
        </message>
        <message>
            <source>Write each row as {"text": "...", "label": "..."}, one on a line.</source>
            <translation>请把每行写成 {"text": "...", "label": "..."}，一行一条。</translation>
        </message>
        <message>
            <source>Write each text and its label as a row of its own.</source>
            <translation>请让每个文本与其标签各占一行。</translation>
        </message>
        <message>
            <source>Write exclude or relabel into the column 'decision'.</source>
            <translation>请在“decision”列中写 exclude 或 relabel。</translation>
        </message>
        <message>
            <source>Write for example: fields.learning_rate = { low = 1e-5, high = 1e-4, log = true }</source>
            <translation>例如写：fields.learning_rate = { low = 1e-5, high = 1e-4, log = true }</translation>
        </message>
        <message>
            <source>Write it again.</source>
            <translation>请重新写出。</translation>
        </message>
        <message>
            <source>Write it as JSON lines: one object on each line.</source>
            <translation>请写成 JSON 行：每行一个对象。</translation>
        </message>
        <message>
            <source>Write keep, exclude, relabel, or relabel: CLASS.</source>
            <translation>请写 keep、exclude、relabel，或 relabel: 类别。</translation>
        </message>
        <message>
            <source>Write numbers of 0 or more, not both 0.</source>
            <translation>请写不小于 0 的数，且不能两者都为 0。</translation>
        </message>
        <message>
            <source>Write numbers.</source>
            <translation>请写数字。</translation>
        </message>
        <message>
            <source>Write one of them.</source>
            <translation>请写其中一个。</translation>
        </message>
        <message>
            <source>Write one with --out.</source>
            <translation>请用 --out 写出一个。</translation>
        </message>
        <message>
            <source>Write plain rows of text and label.</source>
            <translation>请写成由文本和标签组成的普通行。</translation>
        </message>
        <message>
            <source>Write run:12, run:12/stage-1, run:12/stage-1@5000 or run:12/average-0.70.</source>
            <translation>请写 run:12、run:12/stage-1、run:12/stage-1@5000 或 run:12/average-0.70。</translation>
        </message>
        <message>
            <source>Write spam=5.</source>
            <translation>请写 spam=5。</translation>
        </message>
        <message>
            <source>Write the file again with a name for each class.</source>
            <translation>请重新写出文件，并为每个类别命名。</translation>
        </message>
        <message>
            <source>Write the file again.</source>
            <translation>请重新写出文件。</translation>
        </message>
        <message>
            <source>Write the one to classify as a file of its own.</source>
            <translation>请把要分类的那一个写成单独的文件。</translation>
        </message>
        <message>
            <source>Write the path in full.</source>
            <translation>请写出完整路径。</translation>
        </message>
        <message>
            <source>Write the queue again: the data have changed.</source>
            <translation>请重新写出待查列表：数据已改变。</translation>
        </message>
        <message>
            <source>Write the whole character.</source>
            <translation>请写完整的字符。</translation>
        </message>
        <message>
            <source>Write {short} --size {own}.</source>
            <translation>请写 {short} --size {own}。</translation>
        </message>
        <message>
            <source>Writing predictions</source>
            <translation>正在写出预测</translation>
        </message>
        <message>
            <source>Writing the graph</source>
            <translation>正在写出计算图</translation>
        </message>
        <message>
            <source>Writing the {split} split</source>
            <translation>正在写出{split}划分</translation>
        </message>
        <message>
            <source>Yahoo! Answers</source>
            <translation>Yahoo! Answers</translation>
        </message>
        <message>
            <source>Yelp full</source>
            <translation>Yelp full</translation>
        </message>
        <message>
            <source>Yelp polarity</source>
            <translation>Yelp polarity</translation>
        </message>
        <message>
            <source>Zhang et al. 2015: "class","title","text" without header, classes counted from 1; names from classes.txt.</source>
            <translation>Zhang et al. 2015："class","title","text"，无表头，类别从 1 开始；名称取自 classes.txt。</translation>
        </message>
        <message>
            <source>Zhang et al. 2021: the head has the full rate, the top layer ξ, layer l ξ^(L+1-l), the embeddings ξ^(L+1).</source>
            <translation>Zhang et al. 2021：分类头使用完整学习率，顶层为 ξ，第 l 层为 ξ^(L+1-l)，嵌入层为 ξ^(L+1)。</translation>
        </message>
        <message>
            <source>Zhang et al. CSV</source>
            <translation>Zhang et al. CSV</translation>
        </message>
        <message>
            <source>Zhang et al., decay from the head</source>
            <translation>Zhang et al.，从分类头开始衰减</translation>
        </message>
        <message>
            <source>[CLS]</source>
            <translation>[CLS]</translation>
        </message>
        <message>
            <source>[CLS], mean and maximum</source>
            <translation>[CLS]、平均与最大值</translation>
        </message>
        <message>
            <source>[paper] has only table, rows and columns.</source>
            <translation>[paper] 只有 table、rows 和 columns，没有其他。</translation>
        </message>
        <message>
            <source>\n</source>
            <translation>\n</translation>
        </message>
        <message>
            <source>a baseline chooses its settings by itself.</source>
            <translation>基线会自行选择其设置。</translation>
        </message>
        <message>
            <source>a batch of {batch} cannot be split into {parts} parts.</source>
            <translation>{batch} 的批无法分成 {parts} 份。</translation>
        </message>
        <message>
            <source>a bundled recipe is called '{name}'.</source>
            <translation>自带的配方中有一个叫“{name}”。</translation>
        </message>
        <message>
            <source>a cell holds half a character.</source>
            <translation>有一个单元格含半个字符。</translation>
        </message>
        <message>
            <source>a character is half of a pair (\ud800 to \udfff), which no text can hold.</source>
            <translation>有一个字符只是代理对的一半（\ud800 至 \udfff），任何文本都不能包含它。</translation>
        </message>
        <message>
            <source>a class that is not a finite number cannot be ordered.</source>
            <translation>不是有限数的类别不能排序。</translation>
        </message>
        <message>
            <source>a comparison is missing here.</source>
            <translation>这里缺少一个比较。</translation>
        </message>
        <message>
            <source>a cost is not a finite number.</source>
            <translation>代价不是有限的数。</translation>
        </message>
        <message>
            <source>a data set needs a name.</source>
            <translation>数据集需要名称。</translation>
        </message>
        <message>
            <location filename="../../engine/data/readers/base.py" />
            <source>a database</source>
            <translation>数据库</translation>
        </message>
        <message>
            <location filename="../../engine/data/readers/base.py" />
            <source>a document</source>
            <translation>文档</translation>
        </message>
        <message>
            <source>a file has changed while it was sent.</source>
            <translation>有文件在发送时改变了。</translation>
        </message>
        <message>
            <source>a file of the run is not here.</source>
            <translation>运行的一个文件不在这里。</translation>
        </message>
        <message>
            <source>a head of {head} tokens leaves no tail: there is room for {room}.</source>
            <translation>开头占 {head} 个词元后没有结尾的位置：一共只能容纳 {room} 个。</translation>
        </message>
        <message>
            <source>a length of {length} tokens is more than '{name}' reads ({most}).</source>
            <translation>{length} 个词元的长度超过“{name}”能读取的（{most}）。</translation>
        </message>
        <message>
            <source>a line has more than {most} MB.</source>
            <translation>有一行超过 {most} MB。</translation>
        </message>
        <message>
            <source>a logarithmic range must begin above 0.</source>
            <translation>对数范围须从 0 以上开始。</translation>
        </message>
        <message>
            <source>a margin of {margin} cannot be used: {reason}.</source>
            <translation>不能使用界值 {margin}：{reason}。</translation>
        </message>
        <message>
            <source>a margin of {margin} points cannot be used: {reason}.</source>
            <translation>不能使用 {margin} 个百分点的界值：{reason}。</translation>
        </message>
        <message>
            <source>a name is missing before this sign.</source>
            <translation>此符号前缺少名称。</translation>
        </message>
        <message>
            <source>a number of updates is below 0 or beyond 9 · 10¹⁵.</source>
            <translation>更新次数小于 0 或大于 9 · 10¹⁵。</translation>
        </message>
        <message>
            <location filename="../../engine/data/readers/base.py" />
            <source>a packed file</source>
            <translation>压缩文件</translation>
        </message>
        <message>
            <location filename="../../engine/data/readers/base.py" />
            <source>a packed file or an office document</source>
            <translation>压缩文件或办公文档</translation>
        </message>
        <message>
            <source>a part of a number cannot be searched for.</source>
            <translation>不能在数字中查找其一部分。</translation>
        </message>
        <message>
            <source>a path cannot contain NUL.</source>
            <translation>路径中不能有 NUL 字符。</translation>
        </message>
        <message>
            <source>a plan has a [sweep], which runs every combination, or a [search], not both.</source>
            <translation>计划可以有运行所有组合的 [sweep]，或有 [search]，不能两者都有。</translation>
        </message>
        <message>
            <source>a quote is opened and not closed (lines {opened} to {line} of the file).</source>
            <translation>有引号打开后没有关闭（文件第 {opened} 至 {line} 行）。</translation>
        </message>
        <message>
            <source>a quote occurs inside a quoted field (lines {opened} to {line} of the file).</source>
            <translation>带引号的字段内有引号（文件第 {opened} 至 {line} 行）。</translation>
        </message>
        <message>
            <source>a run needs a name.</source>
            <translation>运行需要名称。</translation>
        </message>
        <message>
            <source>a search needs Optuna, which is not installed.</source>
            <translation>搜索需要 Optuna，而它没有安装。</translation>
        </message>
        <message>
            <source>a sheet of Excel holds {most} rows.</source>
            <translation>Excel 的一张工作表最多 {most} 行。</translation>
        </message>
        <message>
            <source>a text of {n} characters, and a cell of Excel holds {most}.</source>
            <translation>文本有 {n} 个字符，而 Excel 的单元格最多 {most} 个。</translation>
        </message>
        <message>
            <source>a value breaks a rule of the store ({rule}).</source>
            <translation>有一个值违反了存储库的规则（{rule}）。</translation>
        </message>
        <message>
            <source>a value is missing after '{sign}'.</source>
            <translation>“{sign}”后缺少值。</translation>
        </message>
        <message>
            <location filename="../../engine/data/readers/base.py" />
            <source>a web page</source>
            <translation>网页</translation>
        </message>
        <message>
            <location filename="../../engine/data/readers/base.py" />
            <source>a workbook or document of before 2007</source>
            <translation>2007 年以前的工作簿或文档</translation>
        </message>
        <message>
            <location filename="../../engine/spec/describe.py" />
            <source>above {low}</source>
            <translation>大于 {low}</translation>
        </message>
        <message>
            <source>accuracy</source>
            <translation>准确率</translation>
        </message>
        <message>
            <source>active</source>
            <translation>进行中</translation>
        </message>
        <message>
            <source>adapter</source>
            <translation>适配器</translation>
        </message>
        <message>
            <source>all</source>
            <translation>全部</translation>
        </message>
        <message>
            <source>all of its documents are equal, which leaves none to measure the loss on.</source>
            <translation>所有文档都相同，没有可用来测量损失的文档。</translation>
        </message>
        <message>
            <source>all {n} training targets are {value}.</source>
            <translation>全部 {n} 个训练目标值都是 {value}。</translation>
        </message>
        <message>
            <source>all {rows} rows have the same label '{only}'.</source>
            <translation>全部 {rows} 行的标签都是“{only}”。</translation>
        </message>
        <message>
            <source>all {rows} rows lack labels.</source>
            <translation>全部 {rows} 行都没有标签。</translation>
        </message>
        <message>
            <source>an LSTM reads all tokens, the pooler only [CLS].</source>
            <translation>LSTM 读取所有词元，池化层只读取 [CLS]。</translation>
        </message>
        <message>
            <source>an empty name.</source>
            <translation>名称为空。</translation>
        </message>
        <message>
            <source>an encoder of the family {family} cannot learn from a teacher here.</source>
            <translation>{family} 系列的编码器在这里不能向教师学习。</translation>
        </message>
        <message>
            <source>an export to ONNX needs {name}.</source>
            <translation>导出到 ONNX 需要 {name}。</translation>
        </message>
        <message>
            <source>an overlap of {overlap} tokens leaves a fraction of {room} nothing new to read.</source>
            <translation>重叠 {overlap} 个词元后，长为 {room} 的分段没有新内容可读。</translation>
        </message>
        <message>
            <source>anchor</source>
            <translation>锚定方法</translation>
        </message>
        <message>
            <source>and</source>
            <translation>和</translation>
        </message>
        <message>
            <source>and its list of files differ in {name}.</source>
            <translation>与其文件清单在 {name} 上不一致。</translation>
        </message>
        <message>
            <source>anew</source>
            <translation>重新</translation>
        </message>
        <message>
            <source>any two results would count as equal.</source>
            <translation>任何两个结果都会算作相等。</translation>
        </message>
        <message>
            <source>as stage</source>
            <translation>与阶段相同</translation>
        </message>
        <message>
            <location filename="../../engine/spec/describe.py" />
            <source>at least {low}</source>
            <translation>不小于 {low}</translation>
        </message>
        <message>
            <location filename="../../engine/spec/describe.py" />
            <source>at most {high}</source>
            <translation>不大于 {high}</translation>
        </message>
        <message>
            <source>at step</source>
            <translation>所在步</translation>
        </message>
        <message>
            <source>at step {step}.</source>
            <translation>在第 {step} 步。</translation>
        </message>
        <message>
            <source>augmentation</source>
            <translation>增强方法</translation>
        </message>
        <message>
            <source>auto, cpu, mps, cuda, cuda:1; several together: cuda:0,1, cuda:all, cpu:2 (two processes).</source>
            <translation>auto、cpu、mps、cuda、cuda:1；多个设备一起：cuda:0,1、cuda:all、cpu:2（两个进程）。</translation>
        </message>
        <message>
            <source>auto: UTF-8 where the bytes allow it, else a guess, which is shown. Or any encoding Python knows: utf-8, cp1252, gb18030, shift_jis.</source>
            <translation>auto：字节允许时为 UTF-8，否则为猜测并会说明。也可用 Python 支持的任何编码：utf-8、cp1252、gb18030、shift_jis。</translation>
        </message>
        <message>
            <source>auto: bfloat16 matrix products where the hardware has units for them (AVX512-BF16, AMX, CUDA 8.0).</source>
            <translation>auto：若硬件有相应单元，则用 bfloat16 矩阵乘积（AVX512-BF16、AMX、CUDA 8.0）。</translation>
        </message>
        <message>
            <source>auto: products on a CPU, varlen on an NVIDIA GPU, else sdpa; products: plain matrix products; sdpa: torch's fused kernel; varlen: torch's kernel for packed texts (CUDA).</source>
            <translation>auto：在 CPU 上用 products，在 NVIDIA GPU 上用 varlen，否则用 sdpa；products：普通矩阵乘积；sdpa：torch 的融合内核；varlen：torch 用于打包文本的内核（CUDA）。</translation>
        </message>
        <message>
            <source>automatic</source>
            <translation>自动</translation>
        </message>
        <message>
            <source>average precision</source>
            <translation>平均精确率</translation>
        </message>
        <message>
            <source>balanced accuracy</source>
            <translation>平衡准确率</translation>
        </message>
        <message>
            <source>baseline</source>
            <translation>基线</translation>
        </message>
        <message>
            <source>batches</source>
            <translation>批次</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/summary.py" />
            <source>batches of {n}</source>
            <translation>批大小 {n}</translation>
        </message>
        <message>
            <source>batching policy</source>
            <translation>组批策略</translation>
        </message>
        <message>
            <source>begins with a hyphen.</source>
            <translation>以连字符开头。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/describe.py" />
            <source>below {high}</source>
            <translation>小于 {high}</translation>
        </message>
        <message>
            <source>better</source>
            <translation>更好</translation>
        </message>
        <message>
            <source>better, these weights</source>
            <translation>更好，仅这些权重</translation>
        </message>
        <message>
            <source>better, this checkpoint</source>
            <translation>更好，仅此检查点</translation>
        </message>
        <message>
            <source>bfloat16</source>
            <translation>bfloat16</translation>
        </message>
        <message>
            <source>both</source>
            <translation>两者</translation>
        </message>
        <message>
            <source>byte 0x{byte} (at {offset}) cannot be read as {encoding}.</source>
            <translation>位置 {offset} 处的字节 0x{byte} 无法按 {encoding} 读取。</translation>
        </message>
        <message>
            <source>calibration error</source>
            <translation>校准误差</translation>
        </message>
        <message>
            <source>cannot be kept ({reason}).</source>
            <translation>无法保存（{reason}）。</translation>
        </message>
        <message>
            <source>cannot be reached (the connection was cut).</source>
            <translation>无法到达（连接已断开）。</translation>
        </message>
        <message>
            <source>cannot be reached ({reason}).</source>
            <translation>无法到达（{reason}）。</translation>
        </message>
        <message>
            <source>cannot be read ({reason}).</source>
            <translation>无法读取（{reason}）。</translation>
        </message>
        <message>
            <source>cannot be read as JSON ({reason}).</source>
            <translation>无法作为 JSON 读取（{reason}）。</translation>
        </message>
        <message>
            <source>cannot be removed ({reason}).</source>
            <translation>无法移除（{reason}）。</translation>
        </message>
        <message>
            <source>cannot be repaired ({first}).</source>
            <translation>无法修复（{first}）。</translation>
        </message>
        <message>
            <source>cannot be written ({reason}).</source>
            <translation>无法写入（{reason}）。</translation>
        </message>
        <message>
            <source>cannot be written: {reason}.</source>
            <translation>无法写入：{reason}。</translation>
        </message>
        <message>
            <source>cannot tell</source>
            <translation>无法判断</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>character entities (&amp;lt;, #39;)</source>
            <translation>字符实体（&amp;lt;、#39;）</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/linear_baseline.py" />
            <source>characters</source>
            <translation>字符</translation>
        </message>
        <message>
            <source>checkpoint bound</source>
            <translation>检查点限制</translation>
        </message>
        <message>
            <source>classes that are not numbers ({names}) need their order, from the lowest to the highest.</source>
            <translation>不是数字的类别（{names}）需要给出从低到高的顺序。</translation>
        </message>
        <message>
            <source>cleaning</source>
            <translation>清理方式</translation>
        </message>
        <message>
            <source>column '{column}' holds '{value}', neither 0 nor 1.</source>
            <translation>列“{column}”含有“{value}”，既不是 0 也不是 1。</translation>
        </message>
        <message>
            <source>column '{column}' holds {type}, not text.</source>
            <translation>列“{column}”的内容是 {type}，不是文本。</translation>
        </message>
        <message>
            <source>column '{column}' is chosen both as text and as label.</source>
            <translation>列“{column}”同时被选为文本和标签。</translation>
        </message>
        <message>
            <source>column '{column}' names no training rows (it holds {values}).</source>
            <translation>列“{column}”没有指明训练行（其内容为 {values}）。</translation>
        </message>
        <message>
            <source>column '{name}' has the class number {number}, and the file names {names} classes, from 0.</source>
            <translation>列“{name}”有类别编号 {number}，而文件只列出 {names} 个类别，从 0 开始。</translation>
        </message>
        <message>
            <source>column '{name}' is not UTF-8.</source>
            <translation>列“{name}”不是 UTF-8。</translation>
        </message>
        <message>
            <source>consolidation</source>
            <translation>巩固方法</translation>
        </message>
        <message>
            <source>could not be fetched.</source>
            <translation>无法取回。</translation>
        </message>
        <message>
            <source>could not be read within {seconds} seconds, which is far more than a file of {size} kB needs.</source>
            <translation>未能在 {seconds} 秒内读完，这远多于 {size} kB 的文件所需的时间。</translation>
        </message>
        <message>
            <source>could not be started ({reason}).</source>
            <translation>无法启动（{reason}）。</translation>
        </message>
        <message>
            <source>default</source>
            <translation>默认</translation>
        </message>
        <message>
            <source>distillation</source>
            <translation>蒸馏方法</translation>
        </message>
        <message>
            <source>each must be a list of two segments.</source>
            <translation>每一项必须是由两段组成的列表。</translation>
        </message>
        <message>
            <source>each must be one text, for the model reads no pairs.</source>
            <translation>每一项必须是一段文本，因为该模型不读取文本对。</translation>
        </message>
        <message>
            <source>encoders of the family '{family}' do not return their attention.</source>
            <translation>“{family}”系列的编码器不提供注意力。</translation>
        </message>
        <message>
            <source>entry</source>
            <translation>条目</translation>
        </message>
        <message>
            <source>equivalent</source>
            <translation>等效</translation>
        </message>
        <message>
            <source>equivalent, these weights</source>
            <translation>等效，仅这些权重</translation>
        </message>
        <message>
            <source>equivalent, this checkpoint</source>
            <translation>等效，仅此检查点</translation>
        </message>
        <message>
            <source>error</source>
            <translation>错误率</translation>
        </message>
        <message>
            <source>evaluations</source>
            <translation>次评估</translation>
        </message>
        <message>
            <source>evaluations outside</source>
            <translation>次评估超出</translation>
        </message>
        <message>
            <source>evenly</source>
            <translation>均匀</translation>
        </message>
        <message>
            <source>every document is a single sentence, so every next segment would be a random one.</source>
            <translation>每个文档都只有一句话，因此每个下一片段都会是随机的。</translation>
        </message>
        <message>
            <source>every word of the vocabulary is a possible answer: too many to enumerate.</source>
            <translation>词表中的每个词都可能是答案：多得无法逐一计算。</translation>
        </message>
        <message>
            <source>exponent</source>
            <translation>指数</translation>
        </message>
        <message>
            <source>failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <source>field</source>
            <translation>字段</translation>
        </message>
        <message>
            <source>files of this kind can run code when they are read.</source>
            <translation>读取这类文件可能会执行代码。</translation>
        </message>
        <message>
            <source>filter, character {number}:</source>
            <translation>筛选，第 {number} 个字符：</translation>
        </message>
        <message>
            <source>finished</source>
            <translation>已完成</translation>
        </message>
        <message>
            <source>format</source>
            <translation>格式</translation>
        </message>
        <message>
            <source>fractions</source>
            <translation>片段</translation>
        </message>
        <message>
            <source>freezing policy</source>
            <translation>冻结策略</translation>
        </message>
        <message>
            <source>give a list of values, or low and high, not both.</source>
            <translation>请给出取值列表，或 low 和 high，不要两者都给。</translation>
        </message>
        <message>
            <source>give a recipe or --data, not both.</source>
            <translation>请给出配方或 --data，不要两者都给。</translation>
        </message>
        <message>
            <source>give the training subset as rows or as a percentage, not both.</source>
            <translation>训练子集请用行数或百分比之一给出，不要两者都给。</translation>
        </message>
        <message>
            <source>given class weights are needed: given_weights = ['spam=5'].</source>
            <translation>需要给出类别权重：given_weights = ['spam=5']。</translation>
        </message>
        <message>
            <source>given positive weights are needed: given_weights = ['threat=5'].</source>
            <translation>需要给出正例权重：given_weights = ['threat=5']。</translation>
        </message>
        <message>
            <source>given_weights count only with class_weights = 'given'.</source>
            <translation>只有 class_weights = 'given' 时 given_weights 才起作用。</translation>
        </message>
        <message>
            <source>given_weights count only with positive_weights = 'given'.</source>
            <translation>只有 positive_weights = 'given' 时 given_weights 才起作用。</translation>
        </message>
        <message>
            <source>gives texts twice.</source>
            <translation>给出了两次文本。</translation>
        </message>
        <message>
            <source>has Palimpsest {there} (store version {number}), and this is {here} (store version {own}).</source>
            <translation>那里是 Palimpsest {there}（存储库版本 {number}），而这里是 {here}（存储库版本 {own}）。</translation>
        </message>
        <message>
            <source>has a {file} that cannot be read ({reason}).</source>
            <translation>其中的 {file} 无法读取（{reason}）。</translation>
        </message>
        <message>
            <source>has a {file} that is too large.</source>
            <translation>其中的 {file} 太大。</translation>
        </message>
        <message>
            <source>has an effect only if overlap is excluded too.</source>
            <translation>只有同时排除重叠文本时才有作用。</translation>
        </message>
        <message>
            <source>has more than {most} parts.</source>
            <translation>超过 {most} 个部分。</translation>
        </message>
        <message>
            <source>has no kind of place that is known here.</source>
            <translation>不是这里已知的计算位置种类。</translation>
        </message>
        <message>
            <source>has no number for {missing}.</source>
            <translation>没有给出 {missing} 的数值。</translation>
        </message>
        <message>
            <source>has no rows of runs.</source>
            <translation>没有运行的数据行。</translation>
        </message>
        <message>
            <source>has no values.</source>
            <translation>没有取值。</translation>
        </message>
        <message>
            <source>has no {lacking}.</source>
            <translation>缺少 {lacking}。</translation>
        </message>
        <message>
            <source>has not answered for {patience} seconds.</source>
            <translation>{patience} 秒没有应答。</translation>
        </message>
        <message>
            <source>has not finished ({status}), so there is nothing to compare with.</source>
            <translation>尚未完成（{status}），因此没有可比较的对象。</translation>
        </message>
        <message>
            <source>has not finished ({status}).</source>
            <translation>尚未完成（{status}）。</translation>
        </message>
        <message>
            <source>has only one class ('{only}').</source>
            <translation>只有一个类别（“{only}”）。</translation>
        </message>
        <message>
            <source>has only one class.</source>
            <translation>只有一个类别。</translation>
        </message>
        <message>
            <source>has two runs with the same number.</source>
            <translation>有两次运行编号相同。</translation>
        </message>
        <message>
            <source>has {words} words, the model {size}.</source>
            <translation>有 {words} 个词，而模型有 {size} 个。</translation>
        </message>
        <message>
            <source>head</source>
            <translation>头部</translation>
        </message>
        <message>
            <source>head+tail</source>
            <translation>开头+结尾</translation>
        </message>
        <message>
            <source>head-only</source>
            <translation>仅开头</translation>
        </message>
        <message>
            <source>hierarchical, max</source>
            <translation>分层，最大值</translation>
        </message>
        <message>
            <source>hierarchical, mean</source>
            <translation>分层，均值</translation>
        </message>
        <message>
            <source>hierarchical, self-attention</source>
            <translation>分层，自注意力</translation>
        </message>
        <message>
            <source>holds '{name}': {problem}.</source>
            <translation>其中有“{name}”：{problem}。</translation>
        </message>
        <message>
            <source>holds a control character.</source>
            <translation>含有控制字符。</translation>
        </message>
        <message>
            <source>holds characters that no text has.</source>
            <translation>含有文本中不会有的字符。</translation>
        </message>
        <message>
            <source>holds more than tensors: opening it could run code, so it was not opened.</source>
            <translation>不只含张量：打开它可能执行代码，因此没有打开。</translation>
        </message>
        <message>
            <source>holds no BERT encoder.</source>
            <translation>其中没有 BERT 编码器。</translation>
        </message>
        <message>
            <source>holds no checkpoint.</source>
            <translation>其中没有检查点。</translation>
        </message>
        <message>
            <source>holds no scalars.</source>
            <translation>没有标量。</translation>
        </message>
        <message>
            <source>holds no whole tensor '{name}': it is cut short, or of another checkpoint.</source>
            <translation>其中没有完整的张量“{name}”：文件被截断，或属于另一个检查点。</translation>
        </message>
        <message>
            <source>holds several checkpoints.</source>
            <translation>含有多个检查点。</translation>
        </message>
        <message>
            <source>holds several runs.</source>
            <translation>含有多次运行。</translation>
        </message>
        <message>
            <source>holds several trainings.</source>
            <translation>含有多次训练。</translation>
        </message>
        <message>
            <source>holds the heads of several tasks.</source>
            <translation>含有多个任务的头部。</translation>
        </message>
        <message>
            <source>holds two files called {name}.</source>
            <translation>有两个名为 {name} 的文件。</translation>
        </message>
        <message>
            <source>hub:NAME, hub:OWNER/NAME or hub:OWNER/NAME:CONFIGURATION; or a folder saved by ``datasets``.</source>
            <translation>hub:NAME、hub:OWNER/NAME 或 hub:OWNER/NAME:CONFIGURATION；或由 ``datasets`` 保存的文件夹。</translation>
        </message>
        <message>
            <source>interrupted</source>
            <translation>已中断</translation>
        </message>
        <message>
            <source>is a Hugging Face folder already.</source>
            <translation>已是 Hugging Face 文件夹。</translation>
        </message>
        <message>
            <source>is a folder here, and would be read in place of the published encoder '{name}'.</source>
            <translation>在这里是文件夹，会代替已发布的编码器“{name}”被读取。</translation>
        </message>
        <message>
            <source>is a folder, not a store.</source>
            <translation>是文件夹，不是存储库。</translation>
        </message>
        <message>
            <source>is a folder.</source>
            <translation>是文件夹。</translation>
        </message>
        <message>
            <source>is another program's database.</source>
            <translation>是其他程序的数据库。</translation>
        </message>
        <message>
            <source>is being trained by process {pid}.</source>
            <translation>正由进程 {pid} 训练。</translation>
        </message>
        <message>
            <source>is compressed (method {method}).</source>
            <translation>经过压缩（方法 {method}）。</translation>
        </message>
        <message>
            <source>is compressed (snappy).</source>
            <translation>经过压缩（snappy）。</translation>
        </message>
        <message>
            <source>is damaged, or not a TensorFlow checkpoint.</source>
            <translation>已损坏，或不是 TensorFlow 检查点。</translation>
        </message>
        <message>
            <source>is damaged, or not a capsule ({reason}).</source>
            <translation>已损坏，或不是封装包（{reason}）。</translation>
        </message>
        <message>
            <source>is damaged: the checksum of a block differs.</source>
            <translation>已损坏：某个块的校验和不符。</translation>
        </message>
        <message>
            <source>is damaged: the content of {name} has changed.</source>
            <translation>已损坏：{name} 的内容已改变。</translation>
        </message>
        <message>
            <source>is empty, begins with a hyphen, or holds a control character.</source>
            <translation>为空、以连字符开头，或含有控制字符。</translation>
        </message>
        <message>
            <source>is empty.</source>
            <translation>是空的。</translation>
        </message>
        <message>
            <source>is failed.</source>
            <translation>状态为失败。</translation>
        </message>
        <message>
            <source>is finished.</source>
            <translation>已完成。</translation>
        </message>
        <message>
            <source>is given twice, as {first} and as {second}.</source>
            <translation>给出了两次，分别为 {first} 和 {second}。</translation>
        </message>
        <message>
            <source>is larger than {most} MB.</source>
            <translation>超过 {most} MB。</translation>
        </message>
        <message>
            <source>is longer than {most} characters.</source>
            <translation>超过 {most} 个字符。</translation>
        </message>
        <message>
            <source>is neither a folder nor a checkpoint.</source>
            <translation>既不是文件夹，也不是检查点。</translation>
        </message>
        <message>
            <source>is not UTF-8 text (line {line}, byte 0x{byte}).</source>
            <translation>不是 UTF-8 文本（第 {line} 行，字节 0x{byte}）。</translation>
        </message>
        <message>
            <source>is not UTF-8 text.</source>
            <translation>不是 UTF-8 文本。</translation>
        </message>
        <message>
            <source>is not a capsule of Palimpsest.</source>
            <translation>不是 Palimpsest 的封装包。</translation>
        </message>
        <message>
            <source>is not a command line ({reason}).</source>
            <translation>不是命令行（{reason}）。</translation>
        </message>
        <message>
            <source>is not a known kind of log.</source>
            <translation>不是已知的日志。</translation>
        </message>
        <message>
            <source>is not a model saved by Palimpsest ({reason}).</source>
            <translation>不是由 Palimpsest 保存的模型（{reason}）。</translation>
        </message>
        <message>
            <source>is not a setting that can improve a model.</source>
            <translation>不是能使模型变好的设置。</translation>
        </message>
        <message>
            <source>is not a setting.</source>
            <translation>不是设置。</translation>
        </message>
        <message>
            <source>is not a state dict: it names no tensors.</source>
            <translation>不是 state dict：其中没有命名的张量。</translation>
        </message>
        <message>
            <source>is not a store of Palimpsest, or its first page is damaged.</source>
            <translation>不是 Palimpsest 的存储库，或其首页已损坏。</translation>
        </message>
        <message>
            <source>is not a table.</source>
            <translation>不是表。</translation>
        </message>
        <message>
            <source>is not a trainer_state.json of transformers ({kind}: {reason}).</source>
            <translation>不是 transformers 的 trainer_state.json（{kind}：{reason}）。</translation>
        </message>
        <message>
            <source>is not queued.</source>
            <translation>不在排队。</translation>
        </message>
        <message>
            <source>is not sound: in a row of '{table}', {what}.</source>
            <translation>不完好：在“{table}”的一行中，{what}。</translation>
        </message>
        <message>
            <source>is not sound: its rows are not in the tables of a store.</source>
            <translation>不完好：其行不在存储的表中。</translation>
        </message>
        <message>
            <source>is not sound: its runs are not the finished runs that it lists.</source>
            <translation>不完好：其运行不是所列的已完成运行。</translation>
        </message>
        <message>
            <source>is not sound: {damage}.</source>
            <translation>不完好：{damage}。</translation>
        </message>
        <message>
            <source>is not the index of a TensorFlow checkpoint.</source>
            <translation>不是 TensorFlow 检查点的索引。</translation>
        </message>
        <message>
            <source>is not valid TOML: {reason}.</source>
            <translation>不是有效的 TOML：{reason}。</translation>
        </message>
        <message>
            <source>is of a {kind} model.</source>
            <translation>属于 {kind} 模型。</translation>
        </message>
        <message>
            <source>is running.</source>
            <translation>正在运行。</translation>
        </message>
        <message>
            <source>is stopped.</source>
            <translation>已停止。</translation>
        </message>
        <message>
            <source>is the name of a field.</source>
            <translation>是一个字段的名称。</translation>
        </message>
        <message>
            <source>is there already and not empty.</source>
            <translation>已存在且不为空。</translation>
        </message>
        <message>
            <source>is there already.</source>
            <translation>已经存在。</translation>
        </message>
        <message>
            <source>is too large for an index.</source>
            <translation>作为索引太大。</translation>
        </message>
        <message>
            <source>is {status}, not queued.</source>
            <translation>状态为{status}，不在排队。</translation>
        </message>
        <message>
            <source>is {status}, so put it into the queue first.</source>
            <translation>状态为{status}，因此请先把它加入队列。</translation>
        </message>
        <message>
            <source>is {status}, so there is nothing to resume.</source>
            <translation>状态为{status}，因此没有可继续的。</translation>
        </message>
        <message>
            <source>it began with random weights: there is nothing to average with.</source>
            <translation>它从随机权重开始：没有可取平均的对象。</translation>
        </message>
        <message>
            <source>it begins like a list and cannot be read as one.</source>
            <translation>它以列表的形式开头，却无法作为列表读取。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>it has a hidden layer above the pooler</source>
            <translation>它在池化层之上有一个隐藏层</translation>
        </message>
        <message>
            <source>it has {n} pairs of costs for {labels} labels.</source>
            <translation>它有 {n} 对代价，而标签有 {labels} 个。</translation>
        </message>
        <message>
            <source>it has {n} weights for {classes} classes.</source>
            <translation>它有 {n} 个权重，而类别有 {classes} 个。</translation>
        </message>
        <message>
            <source>it has {own} values, others have {count}.</source>
            <translation>它有 {own} 个值，其他的有 {count} 个。</translation>
        </message>
        <message>
            <source>it holds a number that is too long.</source>
            <translation>其中有过长的数字。</translation>
        </message>
        <message>
            <source>it is a list of something other than labels.</source>
            <translation>这是一个列表，但内容不是标签。</translation>
        </message>
        <message>
            <source>it is neither a JSON object of probabilities nor a JSON list of them.</source>
            <translation>它既不是概率的 JSON 对象，也不是概率的 JSON 列表。</translation>
        </message>
        <message>
            <source>it is not a finite number.</source>
            <translation>它不是有限的数。</translation>
        </message>
        <message>
            <source>it is not a list of 0 and 1.</source>
            <translation>它不是由 0 和 1 组成的列表。</translation>
        </message>
        <message>
            <source>it is not a number (with a point, not a comma: 3.5).</source>
            <translation>它不是数字（小数用点，不用逗号：3.5）。</translation>
        </message>
        <message>
            <source>it is not among the best {kept} of {runs} runs at this evaluation.</source>
            <translation>在此次评估中不在 {runs} 次运行的前 {kept} 名之内。</translation>
        </message>
        <message>
            <source>it is not clear which column holds the text.</source>
            <translation>无法判断哪一列是文本。</translation>
        </message>
        <message>
            <source>it is not {encoding} (byte 0x{byte} at {offset}).</source>
            <translation>它不是 {encoding}（位置 {offset} 处的字节 0x{byte}）。</translation>
        </message>
        <message>
            <source>it lists no label, and a text has one class.</source>
            <translation>其中没有列出标签，而每段文本有一个类别。</translation>
        </message>
        <message>
            <source>it lists several labels, and a text has one class.</source>
            <translation>其中列出了多个标签，而每段文本只有一个类别。</translation>
        </message>
        <message>
            <source>it must be a number above 0.</source>
            <translation>它须为大于 0 的数。</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>it reads each text as two segments</source>
            <translation>它将每段文本切成两段读取</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>it reads long texts in fractions</source>
            <translation>它把长文本分成片段读取</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>it reads long texts in fractions, which one graph cannot</source>
            <translation>它把长文本分成片段读取，单个计算图无法做到</translation>
        </message>
        <message>
            <source>it was made for other classes.</source>
            <translation>它用于其他类别。</translation>
        </message>
        <message>
            <source>its best value is worse than the median of {runs} finished run at this evaluation.</source>
            <translation>其最佳值差于 {runs} 次已完成运行在此次评估的中位数。</translation>
        </message>
        <message>
            <source>its best value is worse than the median of {runs} finished runs at this evaluation.</source>
            <translation>其最佳值差于 {runs} 次已完成运行在此次评估的中位数。</translation>
        </message>
        <message>
            <source>its classes are {theirs}, those of {title} are {classes}.</source>
            <translation>它的类别是 {theirs}，而{title}的类别是 {classes}。</translation>
        </message>
        <message>
            <source>its client could not write ({reason}).</source>
            <translation>其客户端无法写入（{reason}）。</translation>
        </message>
        <message>
            <source>its costs have {rows} rows of {width} for {classes} classes.</source>
            <translation>其代价有 {rows} 行、每行 {width} 个，而类别有 {classes} 个。</translation>
        </message>
        <message>
            <source>its folder was deleted there.</source>
            <translation>其文件夹已在那里被删除。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>its head is an LSTM over all tokens</source>
            <translation>其分类头是遍历所有词元的 LSTM</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>its head is an LSTM over all tokens, which ONNX does not support for texts of different lengths</source>
            <translation>其分类头是遍历所有词元的 LSTM，ONNX 不支持长度不同的文本</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>its hidden layer is wider than theirs</source>
            <translation>其隐藏层比它们的更宽</translation>
        </message>
        <message>
            <source>its labels are not classes; features are compared by how well they separate classes.</source>
            <translation>它的标签不是类别，而比较特征要看它们如何区分类别。</translation>
        </message>
        <message>
            <source>its name is too long.</source>
            <translation>其名称太长。</translation>
        </message>
        <message>
            <source>its own choice</source>
            <translation>由其自行选择</translation>
        </message>
        <message>
            <source>its place has sent an invalid run ({what}).</source>
            <translation>其计算位置发来了无效的运行（{what}）。</translation>
        </message>
        <message>
            <source>its probabilities sum to {total}, not 1.</source>
            <translation>其概率之和为 {total}，而不是 1。</translation>
        </message>
        <message>
            <source>its run {original} is here already, as run {run}.</source>
            <translation>它的运行 {original} 已在这里，为运行 {run}。</translation>
        </message>
        <message>
            <source>its tasks have different metrics, so there is none to choose an average by.</source>
            <translation>它的任务指标不同，没有可用来选择平均的指标。</translation>
        </message>
        <message>
            <source>its temperature is not a number above 0.</source>
            <translation>其温度不是大于 0 的数。</translation>
        </message>
        <message>
            <source>its thresholds are not one number from 0 to 1 for each label.</source>
            <translation>其阈值不是每个标签一个 0 到 1 的数。</translation>
        </message>
        <message>
            <source>its training texts contain no terms to count.</source>
            <translation>其训练文本中没有可计数的词项。</translation>
        </message>
        <message>
            <source>its values are nested too deeply.</source>
            <translation>其中的值嵌套过深。</translation>
        </message>
        <message>
            <source>its version is {version}.</source>
            <translation>其版本为 {version}。</translation>
        </message>
        <message>
            <location filename="../../engine/lab/patterns.py" />
            <source>itself</source>
            <translation>自身</translation>
        </message>
        <message>
            <source>kind of place</source>
            <translation>计算位置种类</translation>
        </message>
        <message>
            <source>label '{label}' does not occur in the training split ({known}).</source>
            <translation>标签“{label}”没有出现在训练集中（{known}）。</translation>
        </message>
        <message>
            <source>label '{label}': {reason}.</source>
            <translation>标签“{label}”：{reason}。</translation>
        </message>
        <message>
            <source>label '{name}' is none of the class names given ({names}).</source>
            <translation>标签“{name}”不在给出的类别名称中（{names}）。</translation>
        </message>
        <message>
            <source>label ranking average precision</source>
            <translation>标签排序平均精确率</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/summary.py" />
            <source>last layer</source>
            <translation>最后一层</translation>
        </message>
        <message>
            <source>layer-wise decay</source>
            <translation>逐层衰减</translation>
        </message>
        <message>
            <source>layers</source>
            <translation>层</translation>
        </message>
        <message>
            <source>learns nothing from the teacher.</source>
            <translation>没有从教师学习任何内容。</translation>
        </message>
        <message>
            <source>leaves no room for any text besides the special tokens.</source>
            <translation>除特殊词元外没有留给文本的空间。</translation>
        </message>
        <message>
            <source>leaves no training texts.</source>
            <translation>没有剩下训练文本。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/encoder_baselines.py" />
            <source>linear model on frozen features, chosen by cross-validation</source>
            <translation>冻结特征上的线性模型，由交叉验证选择</translation>
        </message>
        <message>
            <source>lines have several labels each.</source>
            <translation>每一行有多个标签。</translation>
        </message>
        <message>
            <source>lists more files than a capsule has, or one of them twice.</source>
            <translation>所列文件多于封装包所有，或有重复。</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>literal escapes (\n, \")</source>
            <translation>字面转义符（\n、\"）</translation>
        </message>
        <message>
            <source>loss</source>
            <translation>损失</translation>
        </message>
        <message>
            <source>low ({low}) must be below high ({high}).</source>
            <translation>下限（{low}）必须小于上限（{high}）。</translation>
        </message>
        <message>
            <source>macro F1</source>
            <translation>宏平均 F1</translation>
        </message>
        <message>
            <source>makes a version, and cannot write a queue too.</source>
            <translation>会制作版本，不能同时写待查列表。</translation>
        </message>
        <message>
            <source>mean distance in ranks</source>
            <translation>平均等级距离</translation>
        </message>
        <message>
            <source>micro F1</source>
            <translation>微平均 F1</translation>
        </message>
        <message>
            <source>model_type and architectures are not names.</source>
            <translation>model_type 和 architectures 不是名称。</translation>
        </message>
        <message>
            <source>more than {most} brackets are open.</source>
            <translation>打开的括号超过 {most} 个。</translation>
        </message>
        <message>
            <location filename="../../engine/lab/patterns.py" />
            <source>mostly {name} ({share} %)</source>
            <translation>主要看 {name}（{share} %）</translation>
        </message>
        <message>
            <source>must be a table of names and values.</source>
            <translation>必须是由名称和值组成的表。</translation>
        </message>
        <message>
            <source>must be a table.</source>
            <translation>必须是表。</translation>
        </message>
        <message>
            <source>must give a list of values for each field.</source>
            <translation>必须为每个字段给出取值列表。</translation>
        </message>
        <message>
            <source>n-grams</source>
            <translation>n-gram</translation>
        </message>
        <message>
            <source>name a recipe, or your own data with --data.</source>
            <translation>请指定配方，或用 --data 指定自己的数据。</translation>
        </message>
        <message>
            <source>names no cost; the form is {form}.</source>
            <translation>没有指明代价；写法为 {form}。</translation>
        </message>
        <message>
            <source>names no fields.</source>
            <translation>没有列出字段。</translation>
        </message>
        <message>
            <source>names no teacher.</source>
            <translation>没有指定教师。</translation>
        </message>
        <message>
            <source>names the version that --apply or --exclude makes.</source>
            <translation>用来命名 --apply 或 --exclude 制作的版本。</translation>
        </message>
        <message>
            <source>nats</source>
            <translation>nat</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/encoder_baselines.py" />
            <source>nearest class name, no label used</source>
            <translation>最近的类别名称，不使用标签</translation>
        </message>
        <message>
            <source>needs LOW:HIGH, LOW:HIGH:log or a list.</source>
            <translation>需要 LOW:HIGH、LOW:HIGH:log 或列表。</translation>
        </message>
        <message>
            <source>needs MEASURE&lt;=VALUE or MEASURE&gt;=VALUE, with a number.</source>
            <translation>需要 测量项&lt;=值 或 测量项&gt;=值，且值为数字。</translation>
        </message>
        <message>
            <source>needs a confirmation, and the input is not a terminal.</source>
            <translation>需要确认，而输入不是终端。</translation>
        </message>
        <message>
            <source>needs a corpus: name data sets, or text files.</source>
            <translation>需要语料：请指定数据集或文本文件。</translation>
        </message>
        <message>
            <source>needs a folder, or --hub.</source>
            <translation>需要文件夹，或 --hub。</translation>
        </message>
        <message>
            <source>needs a kind: one of {known}.</source>
            <translation>需要种类（kind），为其中之一：{known}。</translation>
        </message>
        <message>
            <source>needs either most or least.</source>
            <translation>需要给出上限或下限之一。</translation>
        </message>
        <message>
            <source>needs low and high, or a list of values.</source>
            <translation>需要 low 和 high，或取值列表。</translation>
        </message>
        <message>
            <source>needs the form KEY=VALUE.</source>
            <translation>需要写成 KEY=VALUE。</translation>
        </message>
        <message>
            <source>needs the form KEY=VALUES.</source>
            <translation>需要写成 KEY=VALUES。</translation>
        </message>
        <message>
            <source>needs {size} MB, and {free} MB are free.</source>
            <translation>需要 {size} MB，而可用空间为 {free} MB。</translation>
        </message>
        <message>
            <source>never</source>
            <translation>从不</translation>
        </message>
        <message>
            <source>no ONNX graph of this model: {obstacle}.</source>
            <translation>此模型不能导出 ONNX 图：{obstacle}。</translation>
        </message>
        <message>
            <source>no checkpoint of this run is whole ({damage})</source>
            <translation>此运行没有完整的检查点（{damage}）</translation>
        </message>
        <message>
            <source>no class has {count} labelled texts, so none can be held out.</source>
            <translation>没有类别拥有 {count} 段已标注文本，因此无法留出。</translation>
        </message>
        <message>
            <source>no class is named, and none was suggested.</source>
            <translation>没有指明类别，也没有建议的类别。</translation>
        </message>
        <message>
            <source>no column looks like labels (few different short values).</source>
            <translation>没有像标签的列（取值少而短）。</translation>
        </message>
        <message>
            <source>no column looks like text.</source>
            <translation>没有像文本的列。</translation>
        </message>
        <message>
            <source>no combination of values is valid: {reason}</source>
            <translation>没有有效的取值组合：{reason}</translation>
        </message>
        <message>
            <source>no copy of it is registered, and none is on the hub.</source>
            <translation>没有登记它的副本，hub 上也没有。</translation>
        </message>
        <message>
            <source>no decision changes the data set.</source>
            <translation>没有会改变数据集的决定。</translation>
        </message>
        <message>
            <source>no delimiter was found that gives most rows the same number of fields.</source>
            <translation>找不到能让大多数行字段数相同的分隔符。</translation>
        </message>
        <message>
            <source>no earlier stage that it builds on has learnt a task, so there is none to replay.</source>
            <translation>这条线上没有更早的阶段教过任务，因此无可回放。</translation>
        </message>
        <message>
            <source>no earlier stage that it builds on has learnt a task.</source>
            <translation>它之前的各阶段都没有学习过任务。</translation>
        </message>
        <message>
            <source>no experiment can show that two results are exactly equal, only that they differ by less than a margin.</source>
            <translation>没有实验能证明两个结果完全相等，只能证明它们的差小于某个界值。</translation>
        </message>
        <message>
            <source>no field's key, title or help contains '{text}'.</source>
            <translation>没有字段的键、标题或帮助包含“{text}”。</translation>
        </message>
        <message>
            <source>no limit</source>
            <translation>无限制</translation>
        </message>
        <message>
            <source>no row has both text and label.</source>
            <translation>没有同时具备文本和标签的行。</translation>
        </message>
        <message>
            <source>no rows are held out for validation, and they are needed here.</source>
            <translation>没有留出用于验证的行，而这里需要它们。</translation>
        </message>
        <message>
            <source>no rule can be tuned for '{name}'.</source>
            <translation>无法为“{name}”调整规则。</translation>
        </message>
        <message>
            <source>no run has been measured by '{name}'.</source>
            <translation>没有运行测量过“{name}”。</translation>
        </message>
        <message>
            <source>no space is left for a second copy of the store.</source>
            <translation>没有空间存放存储库的第二个副本。</translation>
        </message>
        <message>
            <source>no space is left on the disk ({free} GB free).</source>
            <translation>磁盘空间已满（可用 {free} GB）。</translation>
        </message>
        <message>
            <source>no space is left on the disk of the cache ({free} GB free).</source>
            <translation>缓存所在的磁盘空间已满（可用 {free} GB）。</translation>
        </message>
        <message>
            <source>no space is left on the disk.</source>
            <translation>磁盘空间已满。</translation>
        </message>
        <message>
            <source>no stage learns labels that a baseline can learn.</source>
            <translation>没有阶段学习基线能够学习的标签。</translation>
        </message>
        <message>
            <source>no stage learns labels that this baseline can learn ({name}).</source>
            <translation>没有阶段学习此基线（{name}）能够学习的标签。</translation>
        </message>
        <message>
            <source>no stage of run {run} has learnt labels and stored a model.</source>
            <translation>运行 {run} 没有学习标签并存储模型的阶段。</translation>
        </message>
        <message>
            <source>no temporary file can be made ({reason}).</source>
            <translation>无法创建临时文件（{reason}）。</translation>
        </message>
        <message>
            <source>no text of the {split} split would be left.</source>
            <translation>{split}集将没有剩余文本。</translation>
        </message>
        <message>
            <source>no training text of class '{name}' would be left.</source>
            <translation>类别“{name}”将没有剩余的训练文本。</translation>
        </message>
        <message>
            <source>no trial has finished.</source>
            <translation>没有已完成的试验。</translation>
        </message>
        <message>
            <source>no window is installed.</source>
            <translation>没有安装窗口。</translation>
        </message>
        <message>
            <source>no {least} validation texts can be answered with at most {percent} % errors.</source>
            <translation>没有 {least} 个验证文本能以至多 {percent} % 的错误作答。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/wording.py" />
            <source>none</source>
            <translation>无</translation>
        </message>
        <message>
            <source>not run</source>
            <translation>未运行</translation>
        </message>
        <message>
            <source>nothing can be served there ({reason}).</source>
            <translation>无法在那里提供服务（{reason}）。</translation>
        </message>
        <message>
            <source>nothing could be written for {minutes} minutes ({cause}).</source>
            <translation>{minutes} 分钟内无法写入任何内容（{cause}）。</translation>
        </message>
        <message>
            <source>nothing in it can be read.</source>
            <translation>其中什么也读不出来。</translation>
        </message>
        <message>
            <source>nothing is left of the corpus: all of its {n} documents are texts of a validation or test split or of the held-out text.</source>
            <translation>语料已无剩余：全部 {n} 个文档都是验证集、测试集或留出文本中的文本。</translation>
        </message>
        <message>
            <source>objective</source>
            <translation>训练目标</translation>
        </message>
        <message>
            <source>of the loss</source>
            <translation>的损失</translation>
        </message>
        <message>
            <source>of train</source>
            <translation>的训练集</translation>
        </message>
        <message>
            <source>of updates</source>
            <translation>的更新</translation>
        </message>
        <message>
            <source>off</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>on: "..." holds a field together and "" is a quote in it; off: quotes are ordinary characters.</source>
            <translation>on："..." 把一个字段括在一起，其中 "" 表示一个引号；off：引号是普通字符。</translation>
        </message>
        <message>
            <source>one class column is given.</source>
            <translation>只给了一个类别列。</translation>
        </message>
        <message>
            <source>one epoch</source>
            <translation>一轮</translation>
        </message>
        <message>
            <source>one label column is given.</source>
            <translation>只给了一个标签列。</translation>
        </message>
        <message>
            <source>one value leaves nothing to search.</source>
            <translation>只有一个值就没有可搜索的。</translation>
        </message>
        <message>
            <source>one word a line, each with a tag: token classification, not texts.</source>
            <translation>每行一个词，各带一个标记：这是词元分类，而不是文本分类。</translation>
        </message>
        <message>
            <location filename="../../engine/lab/patterns.py" />
            <source>only one token</source>
            <translation>只有一个词元</translation>
        </message>
        <message>
            <source>only the bag of words and the frozen encoder have a ladder.</source>
            <translation>只有词袋和冻结编码器有阶梯。</translation>
        </message>
        <message>
            <source>only {free} MB are left on this disk, too little for a run's checkpoints.</source>
            <translation>此磁盘仅剩 {free} MB，不够存放运行的检查点。</translation>
        </message>
        <message>
            <source>optimiser</source>
            <translation>优化器</translation>
        </message>
        <message>
            <source>other machines can reach this address, so requests must carry a token of at least 16 characters.</source>
            <translation>其他机器可以访问此地址，因此请求必须带有不少于 16 个字符的令牌。</translation>
        </message>
        <message>
            <source>ours</source>
            <translation>我们的设定</translation>
        </message>
        <message>
            <source>out_of_memory</source>
            <translation>内存不足</translation>
        </message>
        <message>
            <source>packed: no work on padding; padded: rectangular batches; auto: packed where the encoder allows.</source>
            <translation>packed：不计算填充；padded：矩形批次；auto：编码器允许时打包。</translation>
        </message>
        <message>
            <source>pairs of texts cannot be read in fractions.</source>
            <translation>成对的文本不能分成片段读取。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/encoder_baselines.py" />
            <source>pairs of texts, then a linear model</source>
            <translation>先学文本对，再学线性模型</translation>
        </message>
        <message>
            <source>palimpsest-tiny</source>
            <translation>palimpsest-tiny</translation>
        </message>
        <message>
            <source>palimpsest-tiny + ITPT</source>
            <translation>palimpsest-tiny + ITPT</translation>
        </message>
        <message>
            <location filename="../../engine/lab/patterns.py" />
            <source>partly {name} ({share} %)</source>
            <translation>部分看 {name}（{share} %）</translation>
        </message>
        <message>
            <source>parts</source>
            <translation>部分</translation>
        </message>
        <message>
            <source>per epoch</source>
            <translation>每轮</translation>
        </message>
        <message>
            <source>per stage</source>
            <translation>每阶段</translation>
        </message>
        <message>
            <source>per text</source>
            <translation>每个文本</translation>
        </message>
        <message>
            <source>per window</source>
            <translation>每个窗口</translation>
        </message>
        <message>
            <source>percentage points</source>
            <translation>百分点</translation>
        </message>
        <message>
            <source>permission to read the file is denied.</source>
            <translation>没有读取该文件的权限。</translation>
        </message>
        <message>
            <source>perplexity</source>
            <translation>困惑度</translation>
        </message>
        <message>
            <source>points</source>
            <translation>百分点</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/summary.py" />
            <source>pooler</source>
            <translation>池化层</translation>
        </message>
        <message>
            <source>pre-training with the whole encoder frozen changes nothing in it.</source>
            <translation>整个编码器冻结时，预训练不会改变它。</translation>
        </message>
        <message>
            <source>precision</source>
            <translation>精确率</translation>
        </message>
        <message>
            <source>printed in the paper's table</source>
            <translation>引自论文的表格</translation>
        </message>
        <message>
            <source>pruned</source>
            <translation>已中止</translation>
        </message>
        <message>
            <source>pruner</source>
            <translation>剪枝方法</translation>
        </message>
        <message>
            <source>quadratic weighted kappa</source>
            <translation>二次加权 kappa</translation>
        </message>
        <message>
            <source>question</source>
            <translation>问题</translation>
        </message>
        <message>
            <source>queued</source>
            <translation>排队</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/summary.py" />
            <source>rate {rate}</source>
            <translation>学习率 {rate}</translation>
        </message>
        <message>
            <source>read by eye from a picture, approximate</source>
            <translation>由图目测，近似值</translation>
        </message>
        <message>
            <source>reads running text, not pairs of sentences.</source>
            <translation>读取连续文本而不是句对。</translation>
        </message>
        <message>
            <source>recall</source>
            <translation>召回率</translation>
        </message>
        <message>
            <source>recovered from the figure's own drawing, to about 0.005</source>
            <translation>由图的绘制数据还原，精确到约 0.005</translation>
        </message>
        <message>
            <source>references cannot be followed ({error}).</source>
            <translation>无法跟踪引用（{error}）。</translation>
        </message>
        <message>
            <source>relative to pre-trained weights</source>
            <translation>相对于预训练权重</translation>
        </message>
        <message>
            <source>replay</source>
            <translation>回放方法</translation>
        </message>
        <message>
            <source>requires {asked} layers, but the encoder has {layers}.</source>
            <translation>要求 {asked} 层，编码器有 {layers} 层。</translation>
        </message>
        <message>
            <source>rows</source>
            <translation>行</translation>
        </message>
        <message>
            <source>rsLoRA</source>
            <translation>rsLoRA</translation>
        </message>
        <message>
            <source>rsLoRA scales with α / √r; DoRA learns the length of columns apart from their direction.</source>
            <translation>rsLoRA 以 α / √r 缩放；DoRA 将列的长度与方向分开学习。</translation>
        </message>
        <message>
            <source>run {run} has kept no probabilities of its {split} split.</source>
            <translation>运行 {run} 没有保留其{split}集的概率。</translation>
        </message>
        <message>
            <source>run {run} has no chosen model ({status}).</source>
            <translation>运行 {run} 没有选出的模型（{status}）。</translation>
        </message>
        <message>
            <source>run {run} has no model that classifies: its stages learn no classes.</source>
            <translation>运行 {run} 没有可分类的模型：它的阶段都不学习类别。</translation>
        </message>
        <message>
            <source>run {run} has no model that classifies: stage {stage} learns no classes.</source>
            <translation>运行 {run} 没有可分类的模型：阶段 {stage} 不学习类别。</translation>
        </message>
        <message>
            <source>run {run} has no predictions for '{split}'.</source>
            <translation>运行 {run} 没有“{split}”的预测。</translation>
        </message>
        <message>
            <source>run {run} has no stage {stage}.</source>
            <translation>运行 {run} 没有阶段 {stage}。</translation>
        </message>
        <message>
            <source>run {run} has no stored predictions.</source>
            <translation>运行 {run} 没有存储的预测。</translation>
        </message>
        <message>
            <source>run {run} has no task '{name}'.</source>
            <translation>运行 {run} 没有任务“{name}”。</translation>
        </message>
        <message>
            <source>run {run} has stored no stage {number}.</source>
            <translation>运行 {run} 没有存储阶段 {number}。</translation>
        </message>
        <message>
            <source>run {run} is a baseline, which stores no weights.</source>
            <translation>运行 {run} 是基线，不存储权重。</translation>
        </message>
        <message>
            <source>run {run} was tested in several tasks.</source>
            <translation>运行 {run} 在多个任务上测试过。</translation>
        </message>
        <message>
            <source>run {run}, {name}, has no stored predictions of classes for '{split}'.</source>
            <translation>运行 {run}（{name}）没有存储“{split}”的类别预测。</translation>
        </message>
        <message>
            <source>run {run}:</source>
            <translation>运行 {run}：</translation>
        </message>
        <message>
            <source>running</source>
            <translation>运行中</translation>
        </message>
        <message>
            <source>runs are going on there ({numbers}).</source>
            <translation>那里有正在进行的运行（{numbers}）。</translation>
        </message>
        <message>
            <source>runs {run} and {other} were not tested on the same texts with the same labels.</source>
            <translation>运行 {run} 和 {other} 没有在标签相同的同一批文本上测试。</translation>
        </message>
        <message>
            <source>s</source>
            <translation>秒</translation>
        </message>
        <message>
            <source>sampling</source>
            <translation>采样方式</translation>
        </message>
        <message>
            <source>schedule</source>
            <translation>学习率计划</translation>
        </message>
        <message>
            <source>search {search}:</source>
            <translation>搜索 {search}：</translation>
        </message>
        <message>
            <source>segmentation</source>
            <translation>分句方式</translation>
        </message>
        <message>
            <source>sentiment</source>
            <translation>情感</translation>
        </message>
        <message>
            <source>serving needs {name}.</source>
            <translation>提供服务需要 {name}。</translation>
        </message>
        <message>
            <source>sftp reports: {text}.</source>
            <translation>sftp 报告：{text}。</translation>
        </message>
        <message>
            <source>spaCy pipeline</source>
            <translation>spaCy 流水线</translation>
        </message>
        <message>
            <source>spaCy's rule-based sentencizer; Chinese text ends its sentences at 。？！ and their ASCII forms.</source>
            <translation>spaCy 基于规则的 sentencizer；中文文本的句子在 。？！ 及其 ASCII 形式处结束。</translation>
        </message>
        <message>
            <location filename="../../engine/lab/patterns.py" />
            <source>spread over the text</source>
            <translation>分散在整个文本上</translation>
        </message>
        <message>
            <source>ssh configuration</source>
            <translation>ssh 配置</translation>
        </message>
        <message>
            <source>ssh reports: {text}.</source>
            <translation>ssh 报告：{text}。</translation>
        </message>
        <message>
            <source>ssh's own choice</source>
            <translation>由 ssh 选择</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/comparison.py" />
            <source>stage</source>
            <translation>阶段</translation>
        </message>
        <message>
            <source>stage {here} starts from stage {before}, which does not come before it.</source>
            <translation>阶段 {here} 从阶段 {before} 开始，而后者不在它之前。</translation>
        </message>
        <message>
            <source>stage {here} starts from stage {number}, which is left out.</source>
            <translation>阶段 {here} 从已去掉的阶段 {number} 开始。</translation>
        </message>
        <message>
            <source>stage {here} starts from update {step} of stage {before}, which does not keep it.</source>
            <translation>阶段 {here} 从阶段 {before} 的第 {step} 次更新开始，而后者没有保留它。</translation>
        </message>
        <message>
            <source>stage {number} has not stored its result.</source>
            <translation>阶段 {number} 没有存储其结果。</translation>
        </message>
        <message>
            <source>stage {number} has not stored update {step}.</source>
            <translation>阶段 {number} 没有存储第 {step} 次更新。</translation>
        </message>
        <message>
            <source>stage {number} of run {run} has learnt several tasks.</source>
            <translation>运行 {run} 的阶段 {number} 学习了多个任务。</translation>
        </message>
        <message>
            <source>stage {number} of run {run} has not kept update {step}.</source>
            <translation>运行 {run} 的阶段 {number} 没有保留第 {step} 次更新。</translation>
        </message>
        <message>
            <source>stage {stage} has learnt another data set, or another objective.</source>
            <translation>阶段 {stage} 学习的是其他数据集或其他训练目标。</translation>
        </message>
        <message>
            <source>stage {stage} has not learnt this one data set.</source>
            <translation>阶段 {stage} 没有学习过这一个数据集。</translation>
        </message>
        <message>
            <source>stage {stage} has stored no result.</source>
            <translation>阶段 {stage} 没有存储结果。</translation>
        </message>
        <message>
            <source>stage {stage} of run {run} has learnt no labels.</source>
            <translation>运行 {run} 的阶段 {stage} 没有学习标签。</translation>
        </message>
        <message>
            <source>stage {stage} of run {run} has stored no model.</source>
            <translation>运行 {run} 的阶段 {stage} 没有存储模型。</translation>
        </message>
        <message>
            <source>stage {stage} trains no encoder, so it shares no run with stage {other}.</source>
            <translation>阶段 {stage} 不训练编码器，因此不能与阶段 {other} 同处一个运行。</translation>
        </message>
        <message>
            <source>starts from the run's encoder, which has no head.</source>
            <translation>从运行的编码器开始，而它没有头部。</translation>
        </message>
        <message>
            <source>stopped</source>
            <translation>已停止</translation>
        </message>
        <message>
            <source>subset accuracy</source>
            <translation>子集准确率</translation>
        </message>
        <message>
            <source>tail-only</source>
            <translation>仅结尾</translation>
        </message>
        <message>
            <source>tanh</source>
            <translation>tanh</translation>
        </message>
        <message>
            <source>target</source>
            <translation>目标</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/linear_baseline.py" />
            <source>terms</source>
            <translation>词项</translation>
        </message>
        <message>
            <source>test</source>
            <translation>测试</translation>
        </message>
        <message>
            <source>texts</source>
            <translation>文本</translation>
        </message>
        <message>
            <source>texts of two segments cannot be cut into two.</source>
            <translation>两段的文本不能再切成两段。</translation>
        </message>
        <message>
            <source>texts per task</source>
            <translation>每任务文本数</translation>
        </message>
        <message>
            <source>the 8-bit weights '{name}' are of the type {kind}, not int8.</source>
            <translation>8 位权重“{name}”的类型是 {kind}，而不是 int8。</translation>
        </message>
        <message>
            <source>the 8-bit weights '{name}' are scales of no weights.</source>
            <translation>8 位权重“{name}”是缩放因子，但没有对应的权重。</translation>
        </message>
        <message>
            <source>the 8-bit weights '{name}' have no scales ({scale}{suffix}).</source>
            <translation>8 位权重“{name}”没有缩放因子（{scale}{suffix}）。</translation>
        </message>
        <message>
            <source>the 8-bit weights '{name}' have scales that are negative or not numbers (NaN or infinite).</source>
            <translation>8 位权重“{name}”的缩放因子有负数或不是数字的值（NaN 或无穷大）。</translation>
        </message>
        <message>
            <source>the 8-bit weights '{name}' {shape} have scales {other}, {kind}, not a bfloat16 for each row.</source>
            <translation>8 位权重“{name}”（{shape}）的缩放因子为 {other}，{kind}，而不是每行一个 bfloat16。</translation>
        </message>
        <message>
            <source>the Palimpsest there has ended with {code}: {text}.</source>
            <translation>那里的 Palimpsest 以 {code} 结束：{text}。</translation>
        </message>
        <message>
            <source>the Palimpsest there is older and has no places.</source>
            <translation>那里的 Palimpsest 较旧，不支持计算位置。</translation>
        </message>
        <message>
            <source>the adapter '{kind}' has no config(targets) method.</source>
            <translation>适配器“{kind}”没有 config(targets) 方法。</translation>
        </message>
        <message>
            <source>the argument is not UTF-8.</source>
            <translation>该参数不是 UTF-8。</translation>
        </message>
        <message>
            <source>the cache cannot be written ({reason}).</source>
            <translation>无法写入缓存（{reason}）。</translation>
        </message>
        <message>
            <source>the cache cannot be written.</source>
            <translation>无法写入缓存。</translation>
        </message>
        <message>
            <source>the cache has no kind '{kind}'.</source>
            <translation>缓存没有“{kind}”这一种。</translation>
        </message>
        <message>
            <source>the catalogue has a data set '{name}' already.</source>
            <translation>目录中已有数据集“{name}”。</translation>
        </message>
        <message>
            <source>the catalogue has no data set '{name}'.</source>
            <translation>目录中没有数据集“{name}”。</translation>
        </message>
        <message>
            <source>the catalogue's entry cannot be read.</source>
            <translation>无法读取目录中的条目。</translation>
        </message>
        <message>
            <source>the checkpoint belongs to another experiment.</source>
            <translation>该检查点属于另一个实验。</translation>
        </message>
        <message>
            <source>the checkpoint does not fit this model (first differences: {odd}).</source>
            <translation>检查点与此模型不符（最初的差异：{odd}）。</translation>
        </message>
        <message>
            <source>the cluster's default</source>
            <translation>集群的默认值</translation>
        </message>
        <message>
            <source>the column '{column}' of the table '{table}' is missing.</source>
            <translation>缺少表“{table}”的列“{column}”。</translation>
        </message>
        <message>
            <source>the column '{column}' of the table '{table}', id {id}, holds a text that is not UTF-8.</source>
            <translation>表“{table}”的列“{column}”（id {id}）含有不是 UTF-8 的文本。</translation>
        </message>
        <message>
            <source>the column '{column}' of the table '{table}', id {id}, holds a value of the type {kind}.</source>
            <translation>表“{table}”的列“{column}”（id {id}）含有类型为 {kind} 的值。</translation>
        </message>
        <message>
            <source>the column '{column}' of the table '{table}', id {id}, holds no JSON {wanted} that can be read.</source>
            <translation>表“{table}”的列“{column}”（id {id}）不是可读取的 JSON {wanted}。</translation>
        </message>
        <message>
            <source>the column '{column}' of the table '{table}', id {id}, holds the value '{value}', which it cannot have.</source>
            <translation>表“{table}”的列“{column}”（id {id}）含有不允许的值“{value}”。</translation>
        </message>
        <message>
            <source>the column '{column}' of the table '{table}', run id {id}, holds a text that is not UTF-8.</source>
            <translation>表“{table}”的列“{column}”（运行 {id}）含有不是 UTF-8 的文本。</translation>
        </message>
        <message>
            <source>the column '{column}' of the table '{table}', run id {id}, holds a value of the type {kind}.</source>
            <translation>表“{table}”的列“{column}”（运行 {id}）含有类型为 {kind} 的值。</translation>
        </message>
        <message>
            <source>the column '{column}' of the table '{table}', run id {id}, holds no JSON {wanted} that can be read.</source>
            <translation>表“{table}”的列“{column}”（运行 {id}）不是可读取的 JSON {wanted}。</translation>
        </message>
        <message>
            <source>the column '{column}' of the table '{table}', run id {id}, holds the value '{value}', which it cannot have.</source>
            <translation>表“{table}”的列“{column}”（运行 {id}）含有不允许的值“{value}”。</translation>
        </message>
        <message>
            <source>the command {command} cannot be started ({reason}).</source>
            <translation>无法启动命令 {command}（{reason}）。</translation>
        </message>
        <message>
            <source>the connection was cut.</source>
            <translation>连接已断开。</translation>
        </message>
        <message>
            <source>the content of {name} has changed.</source>
            <translation>{name} 的内容已改变。</translation>
        </message>
        <message>
            <source>the copy has changed since it was made.</source>
            <translation>副本在制作之后已改变。</translation>
        </message>
        <message>
            <source>the corpus is a single sentence, which leaves none to measure the loss on.</source>
            <translation>语料只有一句话，没有可用来测量损失的文本。</translation>
        </message>
        <message>
            <source>the corpus is empty.</source>
            <translation>语料是空的。</translation>
        </message>
        <message>
            <source>the costs of '{name}' are not costs of errors.</source>
            <translation>“{name}”的代价不是错误的代价。</translation>
        </message>
        <message>
            <source>the data cannot be read ({reason}).</source>
            <translation>无法读取数据（{reason}）。</translation>
        </message>
        <message>
            <source>the data set cannot be loaded: {reason}</source>
            <translation>无法载入数据集：{reason}</translation>
        </message>
        <message>
            <source>the data set has changed since the run: its validation errors would not be comparable.</source>
            <translation>数据集在运行之后已改变：其验证错误率无法比较。</translation>
        </message>
        <message>
            <source>the data set is not in the cache.</source>
            <translation>数据集不在缓存中。</translation>
        </message>
        <message>
            <source>the data set is not on this machine, and nothing may be downloaded now.</source>
            <translation>该数据集不在本机上，目前也不允许下载。</translation>
        </message>
        <message>
            <source>the decision rule cannot be used: {reason}.</source>
            <translation>无法使用该决策规则：{reason}。</translation>
        </message>
        <message>
            <source>the disk cannot read the file.</source>
            <translation>磁盘无法读取该文件。</translation>
        </message>
        <message>
            <source>the disk fails to read or write the store.</source>
            <translation>磁盘无法读取或写入存储库。</translation>
        </message>
        <message>
            <source>the disk is read-only.</source>
            <translation>磁盘是只读的。</translation>
        </message>
        <message>
            <source>the disk there is full.</source>
            <translation>那里的磁盘已满。</translation>
        </message>
        <message>
            <source>the document has more than {most} GB, and is read whole.</source>
            <translation>文档超过 {most} GB，而它须整体读取。</translation>
        </message>
        <message>
            <source>the document holds no rows.</source>
            <translation>文档中没有行。</translation>
        </message>
        <message>
            <source>the earlier task {name} learnt {learnt}, which {title} does not work with.</source>
            <translation>较早的任务 {name} 学习的是{learnt}，{title} 无法用其答案计算。</translation>
        </message>
        <message>
            <source>the encoder has changed since the run: fingerprint {before} then, {now} now.</source>
            <translation>编码器在运行之后已改变：当时的指纹为 {before}，现在为 {now}。</translation>
        </message>
        <message>
            <source>the encoder has no matrices for an adapter there.</source>
            <translation>编码器在那里没有可加适配器的矩阵。</translation>
        </message>
        <message>
            <source>the encoder has no weights of its own for the phase '{phase}', so nothing would learn from update {start} on: its layers share their weights, or adapters stand in for them.</source>
            <translation>编码器没有“{phase}”这一段自己的权重，因此从第 {start} 次更新起什么也不学：它的各层共享权重，或由适配器代替。</translation>
        </message>
        <message>
            <source>the encoder's tokenizer has no token that ends a text.</source>
            <translation>编码器的分词器没有表示文本结束的词元。</translation>
        </message>
        <message>
            <source>the fetched file is damaged, or has changed since.</source>
            <translation>取回的文件已损坏，或之后有变化。</translation>
        </message>
        <message>
            <source>the file cannot be read ({reason}).</source>
            <translation>无法读取该文件（{reason}）。</translation>
        </message>
        <message>
            <source>the file cannot be read as {form} ({reason}).</source>
            <translation>无法将该文件读取为 {form}（{reason}）。</translation>
        </message>
        <message>
            <source>the file is empty.</source>
            <translation>文件是空的。</translation>
        </message>
        <message>
            <source>the file is read as {form}, which has no {field}.</source>
            <translation>该文件按 {form} 读取，它没有 {field}。</translation>
        </message>
        <message>
            <source>the file unpacks to {size} GB; {most} GB are read.</source>
            <translation>文件解压后有 {size} GB；最多读取 {most} GB。</translation>
        </message>
        <message>
            <source>the first line, '{line}', looks like the name of a column, and would be classified as a text.</source>
            <translation>第一行“{line}”像是列名，会被当作文本分类。</translation>
        </message>
        <message>
            <source>the first {n} trial failed: {reason}</source>
            <translation>第一次试验失败（共 {n} 次）：{reason}</translation>
        </message>
        <message>
            <source>the first {n} trials failed: {reason}</source>
            <translation>前 {n} 次试验失败：{reason}</translation>
        </message>
        <message>
            <source>the folder '{folder}' holds no tokenizer: tokenizer.json is missing.</source>
            <translation>文件夹“{folder}”中没有分词器：缺少 tokenizer.json。</translation>
        </message>
        <message>
            <source>the folder '{folder}' holds no weights: model.safetensors is missing.</source>
            <translation>文件夹“{folder}”中没有权重：缺少 model.safetensors。</translation>
        </message>
        <message>
            <source>the folder '{folder}' is not a model: config.json is missing.</source>
            <translation>文件夹“{folder}”不是模型：缺少 config.json。</translation>
        </message>
        <message>
            <source>the folder cannot be written ({reason}).</source>
            <translation>无法写入该文件夹（{reason}）。</translation>
        </message>
        <message>
            <source>the folder cannot be written.</source>
            <translation>无法写入该文件夹。</translation>
        </message>
        <message>
            <source>the folder holds no .txt file.</source>
            <translation>文件夹中没有 .txt 文件。</translation>
        </message>
        <message>
            <source>the folder of the store cannot be made ({reason}).</source>
            <translation>无法创建存储库的文件夹（{reason}）。</translation>
        </message>
        <message>
            <source>the folder of the store does not exist.</source>
            <translation>存储库所在的文件夹不存在。</translation>
        </message>
        <message>
            <source>the format of the file is not known ({kinds}).</source>
            <translation>不是已知的格式（{kinds}）。</translation>
        </message>
        <message>
            <source>the format of the file is not known: it begins like {noun}.</source>
            <translation>无法识别文件的格式：其开头像是{noun}。</translation>
        </message>
        <message>
            <source>the format of {file} is {version}; this version reads {known}.</source>
            <translation>{file} 的格式是 {version}；此版本读取 {known}。</translation>
        </message>
        <message>
            <source>the freezing policy requires {asked} layers, but the encoder has {layers}.</source>
            <translation>冻结策略要求 {asked} 层，编码器有 {layers} 层。</translation>
        </message>
        <message>
            <source>the graph's logits differ from the engine's by {difference}.</source>
            <translation>该图的 logits 与引擎的相差 {difference}。</translation>
        </message>
        <message>
            <source>the head cannot be read ({reason}).</source>
            <translation>无法读取头部（{reason}）。</translation>
        </message>
        <message>
            <source>the head does not fit ({odd}).</source>
            <translation>头部不相配（{odd}）。</translation>
        </message>
        <message>
            <source>the head of an earlier task cannot be read ({reason}).</source>
            <translation>无法读取较早任务的头部（{reason}）。</translation>
        </message>
        <message>
            <source>the head of stage {stage} reads other features.</source>
            <translation>阶段 {stage} 的头部读取其他特征。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>the head of transformers' classifier for {family} is another function</source>
            <translation>transformers 的 {family} 分类器的分类头是另一种函数</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>the hidden layer of transformers' classifier for {family} has another activation</source>
            <translation>transformers 的 {family} 分类器的隐藏层使用另一种激活函数</translation>
        </message>
        <message>
            <source>the hub cannot be reached for '{source}' ({reason}).</source>
            <translation>无法连接 hub 以获取“{source}”（{reason}）。</translation>
        </message>
        <message>
            <source>the hub refuses access to '{source}' ({reason}).</source>
            <translation>hub 拒绝访问“{source}”（{reason}）。</translation>
        </message>
        <message>
            <source>the index '{name}' is missing.</source>
            <translation>缺少索引“{name}”。</translation>
        </message>
        <message>
            <source>the ladder shows errors, and its labels are numbers.</source>
            <translation>阶梯图显示错误率，而其标签是数值。</translation>
        </message>
        <message>
            <source>the last stage chooses by its own measure ({measure} is not measured).</source>
            <translation>最后一个阶段按自己的测量选择（没有测量 {measure}）。</translation>
        </message>
        <message>
            <source>the last stage tests its last update, without validation labels.</source>
            <translation>最后一个阶段测试其最后一次更新，不用验证标签。</translation>
        </message>
        <message>
            <source>the layout of the folder is not known.</source>
            <translation>文件夹不是已知的布局。</translation>
        </message>
        <message>
            <source>the limit cannot be written ({reason}).</source>
            <translation>无法写入该上限（{reason}）。</translation>
        </message>
        <message>
            <source>the line holds no JSON object.</source>
            <translation>该行没有 JSON 对象。</translation>
        </message>
        <message>
            <source>the list is empty.</source>
            <translation>列表是空的。</translation>
        </message>
        <message>
            <source>the manifest cannot be read.</source>
            <translation>无法读取清单。</translation>
        </message>
        <message>
            <source>the memory of the device is too small for even one text of {longest} tokens ({reason}).</source>
            <translation>设备的内存连一个 {longest} 词元的文本都放不下（{reason}）。</translation>
        </message>
        <message>
            <source>the memory of the device is too small to evaluate a text of {tried} tokens ({reason}).</source>
            <translation>设备的内存不足以评估一个 {tried} 词元的文本（{reason}）。</translation>
        </message>
        <message>
            <source>the model has no {names} of the same shape ({count} weights are missing).</source>
            <translation>模型没有形状相同的 {names}（缺少 {count} 个权重）。</translation>
        </message>
        <message>
            <source>the model has no {names} of the same shape.</source>
            <translation>模型没有形状相同的 {names}。</translation>
        </message>
        <message>
            <source>the model learnt {learnt}, for which there is no decision rule to tune.</source>
            <translation>模型学习的是{learnt}，没有可调整的决策规则。</translation>
        </message>
        <message>
            <source>the model reads two segments, and one column was given.</source>
            <translation>模型读取两段文本，却只给了一列。</translation>
        </message>
        <message>
            <source>the model's config.json is damaged: {name} holds a value that is not a number (NaN or infinite).</source>
            <translation>模型的 config.json 已损坏：{name} 的值不是数（NaN 或无穷大）。</translation>
        </message>
        <message>
            <source>the model's config.json is damaged: {what}.</source>
            <translation>模型的 config.json 已损坏：{what}。</translation>
        </message>
        <message>
            <source>the name has no ending.</source>
            <translation>名称没有扩展名。</translation>
        </message>
        <message>
            <source>the name is not UTF-8.</source>
            <translation>名称不是 UTF-8。</translation>
        </message>
        <message>
            <source>the name is too long for this file system.</source>
            <translation>名称对此文件系统来说太长。</translation>
        </message>
        <message>
            <source>the network folder is gone.</source>
            <translation>网络文件夹已不在。</translation>
        </message>
        <message>
            <location filename="../../engine/lab/patterns.py" />
            <source>the next token</source>
            <translation>后一个词元</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>the objective is {name}</source>
            <translation>目标是{name}</translation>
        </message>
        <message>
            <source>the optimiser '{kind}' has no build(groups) method.</source>
            <translation>优化器“{kind}”没有 build(groups) 方法。</translation>
        </message>
        <message>
            <source>the outputs of a layer hold values that are not numbers (NaN or infinite).</source>
            <translation>某一层的输出含有非数值（NaN 或无穷大）。</translation>
        </message>
        <message>
            <source>the paper has no data set of that name.</source>
            <translation>论文没有这个名称的数据集。</translation>
        </message>
        <message>
            <source>the paper has no table '{name}' here.</source>
            <translation>这里没有论文的表格“{name}”。</translation>
        </message>
        <message>
            <source>the paper's code</source>
            <translation>论文代码</translation>
        </message>
        <message>
            <source>the paper's text</source>
            <translation>论文正文</translation>
        </message>
        <message>
            <source>the paper's text and code</source>
            <translation>论文正文和代码</translation>
        </message>
        <message>
            <source>the partition's</source>
            <translation>分区的默认值</translation>
        </message>
        <message>
            <source>the path is not valid on this system.</source>
            <translation>该路径不属于此系统。</translation>
        </message>
        <message>
            <source>the plan declares a search, whose runs are chosen one after the other.</source>
            <translation>该计划声明了搜索，其运行是逐个选出的。</translation>
        </message>
        <message>
            <source>the plan has a sweep, which runs every combination.</source>
            <translation>该计划有扫描，会运行所有组合。</translation>
        </message>
        <message>
            <source>the plug-in '{name}' cannot be imported ({error}: {reason}).</source>
            <translation>无法导入插件“{name}”（{error}：{reason}）。</translation>
        </message>
        <message>
            <source>the pooler cannot be combined with layers.</source>
            <translation>池化层单独使用，不与其他层并列。</translation>
        </message>
        <message>
            <source>the pooler reads the [CLS] token.</source>
            <translation>池化层读取 [CLS] 词元。</translation>
        </message>
        <message>
            <location filename="../../engine/lab/patterns.py" />
            <source>the previous token</source>
            <translation>前一个词元</translation>
        </message>
        <message>
            <source>the probabilities cannot be read ({reason}).</source>
            <translation>无法读取概率（{reason}）。</translation>
        </message>
        <message>
            <source>the probability of '{name}' is '{value}', not a number from 0 to 1.</source>
            <translation>“{name}”的概率是“{value}”，不是 0 到 1 的数。</translation>
        </message>
        <message>
            <source>the recipe '{name}' has no size '{size}'.</source>
            <translation>配方“{name}”没有大小“{size}”。</translation>
        </message>
        <message>
            <source>the recipe '{name}' has no table in the paper.</source>
            <translation>配方“{name}”在论文中没有对应的表格。</translation>
        </message>
        <message>
            <source>the record is damaged.</source>
            <translation>记录已损坏。</translation>
        </message>
        <message>
            <source>the report cannot be written ({reason}).</source>
            <translation>无法写入报告（{reason}）。</translation>
        </message>
        <message>
            <source>the row has no label ({count} such rows: {rows}).</source>
            <translation>该行没有标签（共 {count} 行：{rows}）。</translation>
        </message>
        <message>
            <source>the row has no label.</source>
            <translation>该行没有标签。</translation>
        </message>
        <message>
            <source>the row has no text ({count} such rows: {rows}).</source>
            <translation>该行没有文本（共 {count} 行：{rows}）。</translation>
        </message>
        <message>
            <source>the row has no text.</source>
            <translation>该行没有文本。</translation>
        </message>
        <message>
            <source>the row has {cells} cells, the rows above {width}.</source>
            <translation>该行有 {cells} 个单元格，而上面各行有 {width} 个。</translation>
        </message>
        <message>
            <source>the row has {width} columns, the first row has {expected}.</source>
            <translation>该行有 {width} 列，而第一行有 {expected} 列。</translation>
        </message>
        <message>
            <source>the row has {width} columns, the header has {expected}.</source>
            <translation>该行有 {width} 列，而表头有 {expected} 列。</translation>
        </message>
        <message>
            <source>the row has {width} columns, {of} has {expected}.</source>
            <translation>此行有 {width} 列，而 {of} 有 {expected} 列。</translation>
        </message>
        <message>
            <source>the row is not a JSON object.</source>
            <translation>该行不是对象。</translation>
        </message>
        <message>
            <source>the row is not a list of {count} values.</source>
            <translation>该行不是由 {count} 个值组成的列表。</translation>
        </message>
        <message>
            <source>the run has these settings already.</source>
            <translation>运行已是这些设置。</translation>
        </message>
        <message>
            <source>the run's folder cannot be written ({reason}).</source>
            <translation>无法写入运行的文件夹（{reason}）。</translation>
        </message>
        <message>
            <source>the same seed twice gives the same run twice.</source>
            <translation>同一种子出现两次，会得到两次相同的运行。</translation>
        </message>
        <message>
            <source>the sheet claims more than the {count} rows that a sheet can have.</source>
            <translation>该工作表声称的行数超过了工作表所能有的 {count} 行。</translation>
        </message>
        <message>
            <source>the sheet is empty.</source>
            <translation>工作表是空的。</translation>
        </message>
        <message>
            <source>the sizes cannot be derived from the tensors.</source>
            <translation>无法从张量读出尺寸。</translation>
        </message>
        <message>
            <source>the spaCy pipeline '{name}' cannot be loaded: {reason}</source>
            <translation>无法载入 spaCy 流水线“{name}”：{reason}</translation>
        </message>
        <message>
            <source>the spaCy pipeline '{name}' is not installed.</source>
            <translation>未安装 spaCy 流水线“{name}”。</translation>
        </message>
        <message>
            <source>the stage ends after {steps} updates and never reaches {late}.</source>
            <translation>该阶段在 {steps} 次更新后结束，到不了 {late}。</translation>
        </message>
        <message>
            <source>the store cannot be opened ({reason}).</source>
            <translation>无法打开存储库（{reason}）。</translation>
        </message>
        <message>
            <source>the store cannot be read ({reason}).</source>
            <translation>无法读取存储库（{reason}）。</translation>
        </message>
        <message>
            <source>the store cannot be written: it lies on a read-only medium, or its folder may not be written to.</source>
            <translation>无法写入存储：它位于只读介质上，或其文件夹不可写。</translation>
        </message>
        <message>
            <source>the store could not be written for {patience} minutes.</source>
            <translation>存储库已有 {patience} 分钟无法写入。</translation>
        </message>
        <message>
            <source>the store is damaged: {damage}.</source>
            <translation>存储库已损坏：{damage}。</translation>
        </message>
        <message>
            <source>the store is gone.</source>
            <translation>存储库不见了。</translation>
        </message>
        <message>
            <source>the store is in use.</source>
            <translation>存储库正在使用。</translation>
        </message>
        <message>
            <source>the store is locked: another program has been writing to it for too long.</source>
            <translation>存储库被锁定：另一个程序写入得太久。</translation>
        </message>
        <message>
            <source>the sweep makes {runs} runs, and at most {most} can be queued at once.</source>
            <translation>扫描会产生 {runs} 次运行，而一次最多可排队 {most} 次。</translation>
        </message>
        <message>
            <source>the symbolic link is broken.</source>
            <translation>符号链接已损坏。</translation>
        </message>
        <message>
            <source>the symbolic links form a loop.</source>
            <translation>符号链接成环。</translation>
        </message>
        <message>
            <source>the table '{table}' cannot be read to its end ({error}).</source>
            <translation>表“{table}”无法读到结尾（{error}）。</translation>
        </message>
        <message>
            <source>the table '{table}' is missing.</source>
            <translation>缺少表“{table}”。</translation>
        </message>
        <message>
            <source>the table has {count} columns or more; {most} are read.</source>
            <translation>表格有 {count} 列或更多；最多读取 {most} 列。</translation>
        </message>
        <message>
            <source>the table has {count} rows; {most} are read.</source>
            <translation>表格有 {count} 行；最多读取 {most} 行。</translation>
        </message>
        <message>
            <source>the tensor '{name}' holds no numbers.</source>
            <translation>张量“{name}”不含数字。</translation>
        </message>
        <message>
            <source>the tensor '{name}' is damaged: its checksum differs.</source>
            <translation>张量“{name}”已损坏：校验和不符。</translation>
        </message>
        <message>
            <source>the tensor '{name}' is stored in slices.</source>
            <translation>张量“{name}”是分片存储的。</translation>
        </message>
        <message>
            <source>the tensor {name} is {shape}, but its config requires {expected}.</source>
            <translation>张量 {name} 为 {shape}，而配置要求 {expected}。</translation>
        </message>
        <message>
            <source>the text contains an invalid character ({reason}).</source>
            <translation>文本中含有不是字符的内容（{reason}）。</translation>
        </message>
        <message>
            <source>the text or label in row {row} of the {split} split has changed since the decision.</source>
            <translation>作出决定之后，{split}集第 {row} 行的文本或标签已改变。</translation>
        </message>
        <message>
            <location filename="../../engine/lab/patterns.py" />
            <source>the token itself</source>
            <translation>词元自身</translation>
        </message>
        <message>
            <source>the tokenizer finds no token in its text.</source>
            <translation>分词器在其文本中找不到任何词元。</translation>
        </message>
        <message>
            <source>the tokenizer is not in the cache any more.</source>
            <translation>分词器已不在缓存中。</translation>
        </message>
        <message>
            <source>the tokenizer makes no token of ordinary letters.</source>
            <translation>分词器不能把普通字母变成词元。</translation>
        </message>
        <message>
            <source>the tokenizer of '{source}' has no fast form or no padding token.</source>
            <translation>“{source}”的分词器没有快速版本，或没有填充词元。</translation>
        </message>
        <message>
            <source>the tokenizer of '{source}' has {tokens} tokens, the model knows {words}.</source>
            <translation>“{source}”的分词器有 {tokens} 个词元，而模型认识 {words} 个。</translation>
        </message>
        <message>
            <source>the tokens are not in the cache any more.</source>
            <translation>词元已不在缓存中。</translation>
        </message>
        <message>
            <source>the trigger '{name}' is missing.</source>
            <translation>缺少触发器“{name}”。</translation>
        </message>
        <message>
            <source>the values are nested too deeply.</source>
            <translation>值的嵌套过深。</translation>
        </message>
        <message>
            <source>the vocabulary of {encoder} has no [MASK] token, so no word can be hidden.</source>
            <translation>{encoder} 的词表没有 [MASK] 词元，因此无法遮盖任何词。</translation>
        </message>
        <message>
            <source>the weights '{name}' are missing in '{folder}'.</source>
            <translation>“{folder}”中缺少权重“{name}”。</translation>
        </message>
        <message>
            <source>the weights '{name}' are of the type {kind}, not floating-point numbers.</source>
            <translation>权重“{name}”的类型是 {kind}，而不是浮点数。</translation>
        </message>
        <message>
            <source>the weights '{name}' hold values that are not numbers (NaN or infinite).</source>
            <translation>权重“{name}”含有不是数字的值（NaN 或无穷大）。</translation>
        </message>
        <message>
            <source>the weights '{name}' of '{source}' hold values that are not numbers (NaN or infinite).</source>
            <translation>“{source}”的权重“{name}”含有不是数字的值（NaN 或无穷大）。</translation>
        </message>
        <message>
            <source>the weights are damaged: {reason}</source>
            <translation>权重已损坏：{reason}</translation>
        </message>
        <message>
            <source>the weights in '{folder}' are a pickle, which can run code when it is opened.</source>
            <translation>“{folder}”中的权重是 pickle，打开时可能执行代码。</translation>
        </message>
        <message>
            <source>the weights of '{source}' cannot be read ({reason}).</source>
            <translation>无法读取“{source}”的权重（{reason}）。</translation>
        </message>
        <message>
            <source>the weights of '{source}' do not fit its config: {n} tensors are missing ({first}...).</source>
            <translation>“{source}”的权重与其配置不符：缺少 {n} 个张量（{first}...）。</translation>
        </message>
        <message>
            <source>the weights of run {run} are at {place}, where it was trained.</source>
            <translation>运行 {run} 的权重在训练它的 {place}。</translation>
        </message>
        <message>
            <source>the weights of run {run} are not on this disk.</source>
            <translation>运行 {run} 的权重不在此磁盘上。</translation>
        </message>
        <message>
            <source>the window cannot be loaded ({reason}).</source>
            <translation>无法载入窗口（{reason}）。</translation>
        </message>
        <message>
            <source>the {name} data have changed since the run was queued: fingerprint {before} then, {now} now.</source>
            <translation>{name}数据在运行加入队列后已改变：当时的指纹为 {before}，现在为 {now}。</translation>
        </message>
        <message>
            <source>the {split} split has no row {row} any more.</source>
            <translation>{split}集已没有第 {row} 行。</translation>
        </message>
        <message>
            <source>the {split} split has no row {row}.</source>
            <translation>{split}集没有第 {row} 行。</translation>
        </message>
        <message>
            <source>the {split} split has no rows.</source>
            <translation>{split}集没有行。</translation>
        </message>
        <message>
            <source>the {split} split would have no rows.</source>
            <translation>{split}集会没有行。</translation>
        </message>
        <message>
            <source>the {split} split would have no rows: the largest class has {count}, and each drawn split takes at least one row of every class.</source>
            <translation>{split} 部分将没有行：最大的类别有 {count} 行，而每个抽取的部分至少要取每个类别的一行。</translation>
        </message>
        <message>
            <source>there are no class folders here.</source>
            <translation>这里没有类别文件夹。</translation>
        </message>
        <message>
            <source>there are no labels, and a model is measured by them.</source>
            <translation>没有标签，而模型要靠标签来衡量。</translation>
        </message>
        <message>
            <source>there are no runs yet.</source>
            <translation>还没有运行。</translation>
        </message>
        <message>
            <source>there are no texts to leave out ({findings}).</source>
            <translation>没有可排除的文本（{findings}）。</translation>
        </message>
        <message>
            <source>there are only {rows} training rows.</source>
            <translation>只有 {rows} 行训练数据。</translation>
        </message>
        <message>
            <source>there are {count} columns, the training split has {expected}.</source>
            <translation>有 {count} 列，而训练集有 {expected} 列。</translation>
        </message>
        <message>
            <source>there are {count} texts, 1 to {most} are allowed.</source>
            <translation>有 {count} 段文本，允许 1 到 {most} 段。</translation>
        </message>
        <message>
            <source>there are {many} different labels in {rows} rows.</source>
            <translation>{rows} 行中有 {many} 个不同的标签。</translation>
        </message>
        <message>
            <source>there are {names}, and at most {most} are shown at once.</source>
            <translation>有 {names} 个，而一次最多显示 {most} 个。</translation>
        </message>
        <message>
            <source>there are {pieces} passages of {tokens} tokens or more for learning; at least {least} are needed.</source>
            <translation>可用于学习的、不少于 {tokens} 个词元的段落有 {pieces} 个；最少需要 {least} 个。</translation>
        </message>
        <message>
            <source>there are {pieces} passages of {tokens} tokens or more for measuring; at least {least} are needed.</source>
            <translation>可用于测量的、不少于 {tokens} 个词元的段落有 {pieces} 个；最少需要 {least} 个。</translation>
        </message>
        <message>
            <source>there is a file already.</source>
            <translation>已有同名文件。</translation>
        </message>
        <message>
            <source>there is a list of rows for each of {splits}.</source>
            <translation>以下各项都有一个行列表：{splits}。</translation>
        </message>
        <message>
            <source>there is no '{name}' of a run.</source>
            <translation>运行没有“{name}”。</translation>
        </message>
        <message>
            <source>there is no '{name}'.</source>
            <translation>没有“{name}”。</translation>
        </message>
        <message>
            <source>there is no Apple GPU here.</source>
            <translation>这里没有 Apple GPU。</translation>
        </message>
        <message>
            <source>there is no GPU 'cuda:{number}' on this machine, which has {there}.</source>
            <translation>本机没有 GPU“cuda:{number}”；本机有{there}。</translation>
        </message>
        <message>
            <source>there is no Slurm here: sbatch or squeue is not on the PATH.</source>
            <translation>这里没有 Slurm：PATH 中没有 sbatch 或 squeue。</translation>
        </message>
        <message>
            <source>there is no attribution '{name}'.</source>
            <translation>没有归因方法“{name}”。</translation>
        </message>
        <message>
            <source>there is no class '{name}'.</source>
            <translation>没有类别“{name}”。</translation>
        </message>
        <message>
            <source>there is no class {target}.</source>
            <translation>没有类别 {target}。</translation>
        </message>
        <message>
            <source>there is no classifier '{name}'.</source>
            <translation>没有分类器“{name}”。</translation>
        </message>
        <message>
            <source>there is no column '{name}', nor anything else of this name to sort texts by.</source>
            <translation>没有列“{name}”，也没有其他以此为名、可用来分组文本的内容。</translation>
        </message>
        <message>
            <source>there is no column '{name}'.</source>
            <translation>没有列“{name}”。</translation>
        </message>
        <message>
            <source>there is no copy of it on the hub.</source>
            <translation>hub 上没有它的副本。</translation>
        </message>
        <message>
            <source>there is no data set of this name.</source>
            <translation>没有这个名称的数据集。</translation>
        </message>
        <message>
            <source>there is no device '{name}' here.</source>
            <translation>这里没有设备“{name}”。</translation>
        </message>
        <message>
            <source>there is no earlier task to remember.</source>
            <translation>没有可记住的较早任务。</translation>
        </message>
        <message>
            <source>there is no encoder '{source}': no folder here has that name.</source>
            <translation>没有编码器“{source}”：这里没有该名称的文件夹。</translation>
        </message>
        <message>
            <source>there is no encoder to compare.</source>
            <translation>没有可比较的编码器。</translation>
        </message>
        <message>
            <source>there is no entry {number}, only {count} of them.</source>
            <translation>没有条目 {number}，只有 {count} 个。</translation>
        </message>
        <message>
            <source>there is no format '{name}'.</source>
            <translation>没有格式“{name}”。</translation>
        </message>
        <message>
            <source>there is no head {head} in layer {layer}.</source>
            <translation>第 {layer} 层没有头 {head}。</translation>
        </message>
        <message>
            <source>there is no kind of baseline '{name}'.</source>
            <translation>没有名为“{name}”的基线种类。</translation>
        </message>
        <message>
            <source>there is no layer {layer}: the encoder has {layers}.</source>
            <translation>没有第 {layer} 层：编码器共有 {layers} 层。</translation>
        </message>
        <message>
            <source>there is no layout '{name}'.</source>
            <translation>没有布局“{name}”。</translation>
        </message>
        <message>
            <source>there is no list of training rows.</source>
            <translation>没有训练行的列表。</translation>
        </message>
        <message>
            <source>there is no metric '{name}'.</source>
            <translation>没有指标“{name}”。</translation>
        </message>
        <message>
            <source>there is no palimpsest there (command not found).</source>
            <translation>那里没有 palimpsest（找不到命令）。</translation>
        </message>
        <message>
            <source>there is no palimpsest there ({text}).</source>
            <translation>那里没有 palimpsest（{text}）。</translation>
        </message>
        <message>
            <source>there is no place '{name}'.</source>
            <translation>没有计算位置“{name}”。</translation>
        </message>
        <message>
            <source>there is no published preset for a stage of kind '{kind}'.</source>
            <translation>“{kind}”类阶段没有已发布的设置。</translation>
        </message>
        <message>
            <source>there is no recipe '{name}'.</source>
            <translation>没有配方“{name}”。</translation>
        </message>
        <message>
            <source>there is no row.</source>
            <translation>没有行。</translation>
        </message>
        <message>
            <source>there is no run called '{name}'.</source>
            <translation>没有叫“{name}”的运行。</translation>
        </message>
        <message>
            <source>there is no run {run}.</source>
            <translation>没有运行 {run}。</translation>
        </message>
        <message>
            <source>there is no search called '{name}'.</source>
            <translation>没有叫“{name}”的搜索。</translation>
        </message>
        <message>
            <source>there is no search {search}.</source>
            <translation>没有搜索 {search}。</translation>
        </message>
        <message>
            <source>there is no sheet '{sheet}'.</source>
            <translation>没有工作表“{sheet}”。</translation>
        </message>
        <message>
            <source>there is no space for a copy of the store ({free} MB free).</source>
            <translation>没有空间存放存储库的副本（可用 {free} MB）。</translation>
        </message>
        <message>
            <source>there is no space left for the store.</source>
            <translation>没有留给存储库的空间。</translation>
        </message>
        <message>
            <source>there is no split '{name}'.</source>
            <translation>没有划分“{name}”。</translation>
        </message>
        <message>
            <source>there is no stage {unknown} to leave out, only {stages} of them.</source>
            <translation>没有可去掉的阶段 {unknown}，只有 {stages} 个。</translation>
        </message>
        <message>
            <source>there is no status '{name}'.</source>
            <translation>没有状态“{name}”。</translation>
        </message>
        <message>
            <source>there is no store here yet.</source>
            <translation>这里还没有存储库。</translation>
        </message>
        <message>
            <source>there is no store here.</source>
            <translation>这里没有存储库。</translation>
        </message>
        <message>
            <source>there is no such bundled data set.</source>
            <translation>没有这个内置数据集。</translation>
        </message>
        <message>
            <source>there is no such data set in the catalogue.</source>
            <translation>目录中没有这个数据集。</translation>
        </message>
        <message>
            <source>there is no such file or folder.</source>
            <translation>没有这个文件或文件夹。</translation>
        </message>
        <message>
            <source>there is no such file.</source>
            <translation>没有这个文件。</translation>
        </message>
        <message>
            <source>there is no such folder.</source>
            <translation>没有这个文件夹。</translation>
        </message>
        <message>
            <source>there is no sweep {number}.</source>
            <translation>没有扫描 {number}。</translation>
        </message>
        <message>
            <source>there is no task '{name}'.</source>
            <translation>没有任务“{name}”。</translation>
        </message>
        <message>
            <source>there is no text encoding '{name}'.</source>
            <translation>没有文本编码“{name}”。</translation>
        </message>
        <message>
            <source>there is no text in it.</source>
            <translation>其中没有文本。</translation>
        </message>
        <message>
            <source>there is no text to classify.</source>
            <translation>没有可分类的文本。</translation>
        </message>
        <message>
            <source>there is no text.</source>
            <translation>没有文本。</translation>
        </message>
        <message>
            <source>there is no training split.</source>
            <translation>没有训练集。</translation>
        </message>
        <message>
            <source>there is no user '{user}' here.</source>
            <translation>这里没有用户“{user}”。</translation>
        </message>
        <message>
            <source>there is no vocabulary in the checkpoint's folder.</source>
            <translation>检查点的文件夹中没有词表。</translation>
        </message>
        <message>
            <source>there is no {command} here.</source>
            <translation>这里没有 {command}。</translation>
        </message>
        <message>
            <source>there is no {noun} '{name}'.</source>
            <translation>没有 {noun}“{name}”。</translation>
        </message>
        <message>
            <source>there is not enough memory to read it as {form}.</source>
            <translation>内存不足，无法将其读取为 {form}。</translation>
        </message>
        <message>
            <source>there is not enough memory to read it.</source>
            <translation>内存不足，无法读取。</translation>
        </message>
        <message>
            <source>there is nothing to change.</source>
            <translation>没有要更改的内容。</translation>
        </message>
        <message>
            <source>there is one Apple GPU, so several processes cannot train on it.</source>
            <translation>只有一块 Apple GPU，因此不能由多个进程在上面训练。</translation>
        </message>
        <message>
            <source>there is one row.</source>
            <translation>只有一行。</translation>
        </message>
        <message>
            <source>these texts have no single class, which versions require.</source>
            <translation>这里的文本没有唯一的类别，而制作版本需要它。</translation>
        </message>
        <message>
            <source>these texts have no single class: none can be called wrong.</source>
            <translation>这里的文本没有唯一的类别，因此无法判断哪个有误。</translation>
        </message>
        <message>
            <source>this bracket has no opening bracket.</source>
            <translation>此括号没有对应的开括号。</translation>
        </message>
        <message>
            <source>this bracket is not closed.</source>
            <translation>此括号没有关闭。</translation>
        </message>
        <message>
            <source>this command is run by another Palimpsest, and is not meant to be typed.</source>
            <translation>此命令由另一个 Palimpsest 运行，不供手动输入。</translation>
        </message>
        <message>
            <source>this computer submits</source>
            <translation>由本机提交</translation>
        </message>
        <message>
            <source>this folder belongs to the system.</source>
            <translation>这是系统文件夹。</translation>
        </message>
        <message>
            <source>this is JSON, but {what}, and no rows.</source>
            <translation>这是 JSON，但{what}，没有行。</translation>
        </message>
        <message>
            <source>this is JSON, but {what}, and there is no list of training rows.</source>
            <translation>这是 JSON，但{what}，其中没有训练行的列表。</translation>
        </message>
        <message>
            <source>this is a data set, not a design.</source>
            <translation>这是数据集，而不是设计。</translation>
        </message>
        <message>
            <source>this is a file, and a folder is needed.</source>
            <translation>这是文件，而这里需要文件夹。</translation>
        </message>
        <message>
            <source>this is a folder, and a file is needed.</source>
            <translation>这是文件夹，而这里需要文件。</translation>
        </message>
        <message>
            <source>this is an archive.</source>
            <translation>这是压缩包。</translation>
        </message>
        <message>
            <source>this is not JSON: {reason} at character {column}.</source>
            <translation>不是 JSON：第 {column} 个字符处 {reason}。</translation>
        </message>
        <message>
            <source>this is not JSON: {reason} at line {line}, character {column}.</source>
            <translation>不是 JSON：第 {line} 行第 {column} 个字符处 {reason}。</translation>
        </message>
        <message>
            <source>this is not a copy of {title}.</source>
            <translation>这不是{title}的副本。</translation>
        </message>
        <message>
            <source>this is not a file that can be read.</source>
            <translation>这不是可读取的文件。</translation>
        </message>
        <message>
            <source>this is not a plain file.</source>
            <translation>这不是普通文件。</translation>
        </message>
        <message>
            <source>this is {kind}, not a file.</source>
            <translation>这不是文件（{kind}）。</translation>
        </message>
        <message>
            <source>this quotation mark has no end.</source>
            <translation>此引号没有结束。</translation>
        </message>
        <message>
            <source>this text already has a decision in row {seen}.</source>
            <translation>此文本在第 {seen} 行已有决定。</translation>
        </message>
        <message>
            <source>tokens</source>
            <translation>词元</translation>
        </message>
        <message>
            <source>top</source>
            <translation>顶层</translation>
        </message>
        <message>
            <source>top layers</source>
            <translation>个顶层</translation>
        </message>
        <message>
            <source>topic</source>
            <translation>主题</translation>
        </message>
        <message>
            <source>torch cannot express this encoder in ONNX ({reason}).</source>
            <translation>torch 无法用 ONNX 表示此编码器（{reason}）。</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>traces of a wrong encoding</source>
            <translation>错误编码的痕迹</translation>
        </message>
        <message>
            <source>train</source>
            <translation>训练</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>transformers</source>
            <translation>transformers</translation>
        </message>
        <message>
            <source>transformers cannot build this config ({reason}).</source>
            <translation>transformers 无法构建此配置（{reason}）。</translation>
        </message>
        <message>
            <source>transformers has no encoder for the model type '{kind}'.</source>
            <translation>transformers 没有用于模型类型“{kind}”的编码器。</translation>
        </message>
        <message>
            <source>transformers has no such model: {reason}.</source>
            <translation>transformers 没有这样的模型：{reason}。</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>transformers opens the encoder in it, without the head.</source>
            <translation>transformers 可打开其中的编码器，不含分类头。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>transformers' classifier for {family} has no tanh pooler</source>
            <translation>transformers 的 {family} 分类器没有 tanh 池化层</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>transformers' own classifier reads [CLS] of the last layer</source>
            <translation>transformers 自带的分类器读取最后一层的 [CLS]</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>transformers.pipeline, AutoModelForSequenceClassification, inference servers</source>
            <translation>transformers.pipeline、AutoModelForSequenceClassification、推理服务器</translation>
        </message>
        <message>
            <source>trials</source>
            <translation>次试验之后</translation>
        </message>
        <message>
            <source>truncation</source>
            <translation>截断方式</translation>
        </message>
        <message>
            <source>two of its lists are the {split} split, '{one}' and '{other}'.</source>
            <translation>其中有两个列表是 {split} 部分：“{one}”和“{other}”。</translation>
        </message>
        <message>
            <source>two segments need at least two text columns, and 1 is given.</source>
            <translation>两段文本需要至少两个文本列，只给了 1 个。</translation>
        </message>
        <message>
            <source>two segments need two text columns, found: {names}.</source>
            <translation>两段文本需要两个文本列，找到的有：{names}。</translation>
        </message>
        <message>
            <source>two tasks are called '{name}'.</source>
            <translation>有两个任务都叫“{name}”。</translation>
        </message>
        <message>
            <source>unknown entry '{unknown}'.</source>
            <translation>未知的条目“{unknown}”。</translation>
        </message>
        <message>
            <source>unknown size '{unknown}'.</source>
            <translation>未知的大小“{unknown}”。</translation>
        </message>
        <message>
            <source>unpacks from {packed} MB to {size} GB, which no checkpoint does.</source>
            <translation>从 {packed} MB 解压到 {size} GB，没有检查点会这样。</translation>
        </message>
        <message>
            <source>unpacks from {packed} MB to {unpacked} MB, and at most {most} MB are read.</source>
            <translation>由 {packed} MB 解压为 {unpacked} MB，而最多读取 {most} MB。</translation>
        </message>
        <message>
            <source>unpacks to {size} GB, and {free} GB are free.</source>
            <translation>解压后有 {size} GB，而可用空间为 {free} GB。</translation>
        </message>
        <message>
            <source>updates</source>
            <translation>次更新</translation>
        </message>
        <message>
            <source>validation</source>
            <translation>验证</translation>
        </message>
        <message>
            <source>values are nested too deeply.</source>
            <translation>值嵌套得太深。</translation>
        </message>
        <message>
            <source>waiting</source>
            <translation>等待中</translation>
        </message>
        <message>
            <source>was computed here, not at another place.</source>
            <translation>是在这里计算的，不在其他计算位置。</translation>
        </message>
        <message>
            <source>was made by a newer Palimpsest (store version {version}, this one reads {newest}).</source>
            <translation>由更新的 Palimpsest 创建（存储库版本 {version}，本程序可读取 {newest}）。</translation>
        </message>
        <message>
            <source>was made by a newer Palimpsest ({program}).</source>
            <translation>由更新的 Palimpsest（{program}）创建。</translation>
        </message>
        <message>
            <source>was made by a newer Palimpsest, or migrated by one (store version {version}, this one reads {newest}), which alone may run its queue.</source>
            <translation>由更新的 Palimpsest 创建或迁移（存储库版本 {version}，本程序可读取 {newest}），只有它可以运行其队列。</translation>
        </message>
        <message>
            <source>was trained by {program}; only its record is here.</source>
            <translation>由 {program} 训练；这里只有它的记录。</translation>
        </message>
        <message>
            <source>was written on a big-endian machine.</source>
            <translation>是在大端机器上写出的。</translation>
        </message>
        <message>
            <source>weighted F1</source>
            <translation>加权 F1</translation>
        </message>
        <message>
            <source>what was written could not be read again.</source>
            <translation>写出的内容无法再读取。</translation>
        </message>
        <message>
            <source>which search?</source>
            <translation>哪个搜索？</translation>
        </message>
        <message>
            <source>while a checkpoint was saved, at step {step}.</source>
            <translation>在第 {step} 步保存检查点时。</translation>
        </message>
        <message>
            <source>while forgetting was measured, at step {step}.</source>
            <translation>在第 {step} 步测量遗忘时。</translation>
        </message>
        <message>
            <source>while it was evaluated, at step {step}.</source>
            <translation>在第 {step} 步评估时。</translation>
        </message>
        <message>
            <source>while it was prepared.</source>
            <translation>准备时。</translation>
        </message>
        <message>
            <source>while its data was read.</source>
            <translation>读取数据时。</translation>
        </message>
        <message>
            <source>while its encoder was loaded.</source>
            <translation>载入编码器时。</translation>
        </message>
        <message>
            <source>windows</source>
            <translation>窗口</translation>
        </message>
        <message>
            <source>with {title} the encoder's own weights do not change, so there is nothing to restore.</source>
            <translation>使用 {title} 时编码器自身的权重不变，因此没有可还原的。</translation>
        </message>
        <message>
            <source>without a byte order mark, the order of the bytes of {encoding} is not known.</source>
            <translation>没有字节顺序标记，{encoding} 的字节顺序未知。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/linear_baseline.py" />
            <source>words</source>
            <translation>词</translation>
        </message>
        <message>
            <source>words have too many answers for an exact Fisher information.</source>
            <translation>词的可能答案太多，无法精确计算 Fisher 信息。</translation>
        </message>
        <message>
            <source>worse</source>
            <translation>更差</translation>
        </message>
        <message>
            <source>worse, these weights</source>
            <translation>更差，仅这些权重</translation>
        </message>
        <message>
            <source>worse, this checkpoint</source>
            <translation>更差，仅此检查点</translation>
        </message>
        <message>
            <source>yes and no cannot be compared by size.</source>
            <translation>“是”与“否”不能比较大小。</translation>
        </message>
        <message>
            <source>you already have a recipe '{name}'.</source>
            <translation>您已有名为“{name}”的配方。</translation>
        </message>
        <message>
            <source>you have no recipe '{name}'.</source>
            <translation>您没有名为“{name}”的配方。</translation>
        </message>
        <message>
            <source>your default</source>
            <translation>您的默认值</translation>
        </message>
        <message>
            <source>your disk quota is used up.</source>
            <translation>您的磁盘配额已用完。</translation>
        </message>
        <message>
            <source>{again} occurs twice: the same settings and seed give the same run twice.</source>
            <translation>{again} 出现了两次：相同的设置和种子会得到相同的运行两次。</translation>
        </message>
        <message>
            <source>{alpha} is not a share between 0 and 1 with two decimals.</source>
            <translation>{alpha} 不是 0 到 1 之间、两位小数的份额。</translation>
        </message>
        <message>
            <source>{asked} {split} rows are requested, but there are only {there}.</source>
            <translation>要求 {asked} 行（{split}），实际有 {there} 行。</translation>
        </message>
        <message>
            <source>{bad} of {count} files (the first is {first}) cannot be read as {encoding}.</source>
            <translation>{count} 个文件中有 {bad} 个（第一个是 {first}）无法按 {encoding} 读取。</translation>
        </message>
        <message>
            <source>{bare} of {all} texts of {file} have no label.</source>
            <translation>{file} 的 {all} 个文本中有 {bare} 个没有标签。</translation>
        </message>
        <message>
            <source>{baseline}: it cannot learn labels of this kind.</source>
            <translation>{baseline}：它无法学习此类标签。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/linear_baseline.py" />
            <source>{classifier}, {terms}, regularisation chosen on validation</source>
            <translation>{classifier}，{terms}，正则化按验证集选择</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/linear_baseline.py" />
            <source>{classifier}, {terms}, regularisation fixed</source>
            <translation>{classifier}，{terms}，正则化固定</translation>
        </message>
        <message>
            <source>{command} does not answer.</source>
            <translation>{command} 没有应答。</translation>
        </message>
        <message>
            <source>{command} ended with {code}.</source>
            <translation>{command} 以 {code} 结束。</translation>
        </message>
        <message>
            <source>{count} runs are called '{text}'.</source>
            <translation>有 {count} 次运行叫“{text}”。</translation>
        </message>
        <message>
            <source>{count} searches are called '{name}'.</source>
            <translation>有 {count} 个搜索叫“{name}”。</translation>
        </message>
        <message>
            <source>{count} top layers cannot be re-initialised: the encoder has {layers} layers.</source>
            <translation>顶部 {count} 层不能重新初始化：编码器只有 {layers} 层。</translation>
        </message>
        <message>
            <source>{count} top layers cannot be re-initialised: the encoder shares the weights of its layers.</source>
            <translation>顶部 {count} 层不能重新初始化：编码器的各层共享权重。</translation>
        </message>
        <message>
            <source>{encoder} has no next-sentence head.</source>
            <translation>{encoder} 没有下一句预测头。</translation>
        </message>
        <message>
            <source>{encoder} has {layers} layers, not {asked}.</source>
            <translation>{encoder} 有 {layers} 层，而不是 {asked} 层。</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>{few} to {most} validation labels</source>
            <translation>{few} 至 {most} 个验证标签</translation>
        </message>
        <message>
            <source>{field} holds a number beyond 1e15.</source>
            <translation>{field} 含有超出 1e15 的数。</translation>
        </message>
        <message>
            <source>{file} cannot be read ({reason}).</source>
            <translation>无法读取 {file}（{reason}）。</translation>
        </message>
        <message>
            <source>{file} has {size} MB.</source>
            <translation>{file} 有 {size} MB。</translation>
        </message>
        <message>
            <source>{file}, column {column}:</source>
            <translation>{file} 的列 {column}：</translation>
        </message>
        <message>
            <source>{file}, line {line}:</source>
            <translation>{file} 第 {line} 行：</translation>
        </message>
        <message>
            <source>{file}, record {number}:</source>
            <translation>{file} 第 {number} 条记录：</translation>
        </message>
        <message>
            <source>{file}, row {row}:</source>
            <translation>{file} 第 {row} 行：</translation>
        </message>
        <message>
            <source>{file}: {texts} texts of the {split} split, {wrong} predicted wrongly.</source>
            <translation>{file}：{split}集的 {texts} 个文本，其中 {wrong} 个预测错误。</translation>
        </message>
        <message>
            <source>{file}: {texts} texts of the {split} split.</source>
            <translation>{file}：{split}集的 {texts} 个文本。</translation>
        </message>
        <message>
            <source>{free} GB are free there.</source>
            <translation>那里可用 {free} GB。</translation>
        </message>
        <message>
            <source>{gigabytes} is not a size in GB.</source>
            <translation>{gigabytes} 不是以 GB 表示的大小。</translation>
        </message>
        <message>
            <source>{index} in '{source}' names weights that are not safetensors in its folder ('{name}'); other files can run code when they are opened.</source>
            <translation>“{source}”中的 {index} 指名了其文件夹中不是 safetensors 的权重（“{name}”）；其他文件打开时可能执行代码。</translation>
        </message>
        <message>
            <source>{key} holds a character that no text can hold.</source>
            <translation>{key} 含有任何文本都不能包含的字符。</translation>
        </message>
        <message>
            <source>{key} holds a number of more than 64 bits.</source>
            <translation>{key} 含有超过 64 位的数。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/summary.py" />
            <source>{layers} layers</source>
            <translation>{layers} 层</translation>
        </message>
        <message>
            <location filename="../../engine/spec/describe.py" />
            <source>{least} and {most}</source>
            <translation>{least}，{most}</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/verdicts/verdict.py" />
            <source>{least} to {most}</source>
            <translation>{least} 至 {most}</translation>
        </message>
        <message>
            <source>{length} tokens are more than {encoder} reads ({most}).</source>
            <translation>{length} 个词元超过了 {encoder} 的上限（{most}）。</translation>
        </message>
        <message>
            <source>{length} tokens leave no room for text besides the special tokens.</source>
            <translation>{length} 个词元除特殊词元外没有留给文本的空间。</translation>
        </message>
        <message>
            <source>{length} tokens leave too little room for a passage.</source>
            <translation>{length} 个词元留给段落的空间太少。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/describe.py" />
            <source>{low} to {high}</source>
            <translation>{low} 至 {high}</translation>
        </message>
        <message>
            <source>{made} is {parent} with {relabelled} text relabelled and {n} left out.</source>
            <translation>{made} 是 {parent} 改了 {relabelled} 个文本的标签并排除 {n} 个后的结果。</translation>
        </message>
        <message>
            <source>{made} is {parent} with {relabelled} texts relabelled and {n} left out.</source>
            <translation>{made} 是 {parent} 改了 {relabelled} 个文本的标签并排除 {n} 个后的结果。</translation>
        </message>
        <message>
            <source>{made} is {parent} without {n} of its texts.</source>
            <translation>{made} 是 {parent} 去掉 {n} 个文本后的结果。</translation>
        </message>
        <message>
            <source>{max_flips} is not a percentage.</source>
            <translation>{max_flips} 不是百分比。</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{mean} labels for a training text on average, {most} at most</source>
            <translation>每个训练文本平均 {mean} 个标签，最多 {most} 个</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{mean} labels for a training text on average, {most} at most; {bare} of {all} have none</source>
            <translation>每个训练文本平均 {mean} 个标签，最多 {most} 个；{all} 个中有 {bare} 个没有标签</translation>
        </message>
        <message>
            <source>{measure} is not measured.</source>
            <translation>没有测量 {measure}。</translation>
        </message>
        <message>
            <source>{measure} should choose the checkpoint, but is undefined for the encoder.</source>
            <translation>要用 {measure} 选择检查点，但它对此编码器没有定义。</translation>
        </message>
        <message>
            <source>{measure} should choose the checkpoint, but it is not measured.</source>
            <translation>要用 {measure} 选择检查点，却没有测量它。</translation>
        </message>
        <message>
            <source>{measure} should choose the checkpoint, but it was not measured.</source>
            <translation>要用 {measure} 选择检查点，却没有测量它。</translation>
        </message>
        <message>
            <source>{measure} was not measured by run {run}.</source>
            <translation>运行 {run} 没有测量 {measure}。</translation>
        </message>
        <message>
            <source>{measure}, which is to be bounded, was not measured by run {run}.</source>
            <translation>运行 {run} 没有测量要加以限制的 {measure}。</translation>
        </message>
        <message>
            <source>{missing} of {files} files are copied, {size} MB.</source>
            <translation>将复制 {files} 个文件中的 {missing} 个，{size} MB。</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/proposal.py" />
            <source>{names} are columns of 0 and 1: labels of which a text may have several</source>
            <translation>{names} 是 0 和 1 的列：一段文本可有多个此类标签</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/paper/table.py" />
            <source>{name} (here: {stand_in})</source>
            <translation>{name}（此处：{stand_in}）</translation>
        </message>
        <message>
            <source>{name} answers: {host}, Palimpsest {program}, {devices}, {free} GB free.</source>
            <translation>{name} 有应答：{host}，Palimpsest {program}，{devices}，可用 {free} GB。</translation>
        </message>
        <message>
            <source>{name} cannot be read.</source>
            <translation>无法读取 {name}。</translation>
        </message>
        <message>
            <source>{name} differs from the embeddings; transformers ties them, so it is left out.</source>
            <translation>{name} 与嵌入的不同；transformers 会把它们绑定，因此略去。</translation>
        </message>
        <message>
            <source>{name} has {actual} bytes, not {size}.</source>
            <translation>{name} 有 {actual} 字节，而不是 {size}。</translation>
        </message>
        <message>
            <source>{name} is '{value}'.</source>
            <translation>{name} 为“{value}”。</translation>
        </message>
        <message>
            <source>{name} is a huge number, not a whole number up to {most}.</source>
            <translation>{name} 是巨大的数，而不是不超过 {most} 的整数。</translation>
        </message>
        <message>
            <source>{name} is missing.</source>
            <translation>缺少 {name}。</translation>
        </message>
        <message>
            <source>{name} is not installed.</source>
            <translation>未安装 {name}。</translation>
        </message>
        <message>
            <source>{name} is {value}, not a whole number up to {most}.</source>
            <translation>{name} 为 {value}，而不是不超过 {most} 的整数。</translation>
        </message>
        <message>
            <source>{name} needs the engine, which this installation is without ({module} is not installed).</source>
            <translation>{name} 需要引擎，而此安装没有引擎（未安装 {module}）。</translation>
        </message>
        <message>
            <source>{name} needs the engine, which this installation is without.</source>
            <translation>{name} 需要引擎，而此安装没有引擎。</translation>
        </message>
        <message>
            <source>{n} cells begin like a formula and got an apostrophe, so that no spreadsheet computes it.</source>
            <translation>有 {n} 个单元格的开头像公式，已加上撇号，以免电子表格计算它们。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>{n} classes are too many for its head</source>
            <translation>{n} 个类别对其分类头来说太多</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/verdicts/verdict.py" />
            <source>{n} comparisons: p values are Holm-adjusted, so the chance of any false difference, and of any false equivalence, stays below 5 %; the intervals are not adjusted.</source>
            <translation>{n} 个比较：p 值经 Holm 校正，因此出现任何虚假差异或任何虚假等效的概率低于 5 %；区间未经校正。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>{n} data set</source>
            <translation>{n} 个数据集</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>{n} data sets</source>
            <translation>{n} 个数据集</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{n} duplicate text in {split}</source>
            <translation>{split}中有 {n} 个重复文本</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{n} duplicate texts in {split}</source>
            <translation>{split}中有 {n} 个重复文本</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/finetune.py" />
            <source>{n} epoch</source>
            <translation>{n} 轮</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/finetune.py" />
            <source>{n} epochs</source>
            <translation>{n} 轮</translation>
        </message>
        <message>
            <source>{n} equal texts carry different labels.</source>
            <translation>有 {n} 个相同文本的标签不同。</translation>
        </message>
        <message>
            <source>{n} rows of the table '{table}' belong to no row of '{parent}'.</source>
            <translation>表“{table}”有 {n} 行不属于“{parent}”的任何行。</translation>
        </message>
        <message>
            <source>{n} rows without label left out of {file}.</source>
            <translation>已从 {file} 排除 {n} 行没有标签的行。</translation>
        </message>
        <message>
            <source>{n} rows without text left out of {file}.</source>
            <translation>已从 {file} 排除 {n} 行没有文本的行。</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>{n} run of one strategy has been tested on these texts.</source>
            <translation>同一策略的 {n} 次运行在这些文本上测试过。</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>{n} runs of one strategy have been tested on these texts.</source>
            <translation>同一策略的 {n} 次运行在这些文本上测试过。</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>{n} runs of {strategies} strategies have been tested on these texts: the best of them, if chosen by its test result, looks better than it is.</source>
            <translation>在这些文本上已测试 {strategies} 种策略的 {n} 个运行：若按测试结果选出最佳者，它看起来会比实际更好。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/multitask.py" />
            <source>{n} task: {names}</source>
            <translation>{n} 个任务：{names}</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/multitask.py" />
            <source>{n} tasks: {names}</source>
            <translation>{n} 个任务：{names}</translation>
        </message>
        <message>
            <source>{n} tensors of the encoder are missing ({first}...).</source>
            <translation>缺少编码器的 {n} 个张量（{first}...）。</translation>
        </message>
        <message>
            <source>{n} test text is also in train: the test error looks better than it is.</source>
            <translation>有 {n} 个测试文本也在训练集中：测试错误率会显得偏低。</translation>
        </message>
        <message>
            <source>{n} test texts are also in train: the test error looks better than it is.</source>
            <translation>有 {n} 个测试文本也在训练集中：测试错误率会显得偏低。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>{n} text file</source>
            <translation>{n} 个文本文件</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>{n} text files</source>
            <translation>{n} 个文本文件</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{n} text has other labels in another row ({rows} of its rows in {split})</source>
            <translation>{n} 个文本在另一行有不同的标签（其中 {rows} 行在{split}中）</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{n} text has two labels ({rows} of its rows in {split})</source>
            <translation>{n} 个文本有两个标签（其中 {rows} 行在{split}中）</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{n} texts have other labels in other rows ({rows} of their rows in {split})</source>
            <translation>{n} 个文本在其他行有不同的标签（其中 {rows} 行在{split}中）</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{n} texts have two labels ({rows} of their rows in {split})</source>
            <translation>{n} 个文本有两个标签（其中 {rows} 行在{split}中）</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>{n} updates, {batch}, {rate}</source>
            <translation>{n} 次更新，{batch}，{rate}</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>{n} validation label</source>
            <translation>{n} 个验证标签</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>{n} validation labels</source>
            <translation>{n} 个验证标签</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{n} {split} text is also in {other}</source>
            <translation>{n} 个{split}文本也在{other}中</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{n} {split} texts are also in {other}</source>
            <translation>{n} 个{split}文本也在{other}中</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/verdicts/verdict.py" />
            <source>{n} {unit} without a failure are compatible with up to {most} of {unit} failing.</source>
            <translation>{n} 个{unit}未失败，仍不能排除多达 {most} 的{unit}会失败。</translation>
        </message>
        <message>
            <source>{objective} has no {metric}.</source>
            <translation>{objective}没有{metric}。</translation>
        </message>
        <message>
            <source>{objective} learns from other labels than these ({labels}).</source>
            <translation>{objective}要用的标签与这些不同（{labels}）。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>{one} and {other}</source>
            <translation>{one}和{other}</translation>
        </message>
        <message>
            <source>{parts}: never trained within {total} updates.</source>
            <translation>{parts}：在 {total} 次更新内轮不到学习。</translation>
        </message>
        <message>
            <source>{part} would for a while be the only part that learns, but the head reads nothing above layer {top}.</source>
            <translation>{part} 会单独学习一段时间，但头部不读取第 {top} 层以上的内容。</translation>
        </message>
        <message>
            <source>{percent} % of {total} training rows are {count}, which cannot hold an example of each of the {classes} classes.</source>
            <translation>{total} 行训练数据的 {percent} % 是 {count} 行，不足以让 {classes} 个类别各有一个样例。</translation>
        </message>
        <message>
            <source>{preset}, except for: {fields}.</source>
            <translation>{preset}，但以下除外：{fields}。</translation>
        </message>
        <message>
            <source>{rows} training rows cannot hold an example of each of the {classes} classes.</source>
            <translation>{rows} 行训练数据无法包含全部 {classes} 个类别的样例。</translation>
        </message>
        <message>
            <source>{runs} run on {host}, {devices}.</source>
            <translation>{host}（{devices}）上 {runs} 次运行。</translation>
        </message>
        <message>
            <source>{runs} runs on {host}, {devices}.</source>
            <translation>{host}（{devices}）上 {runs} 次运行。</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{seen} ({setting}; in the window: Labels are)</source>
            <translation>{seen}（{setting}；在窗口中：标签是）</translation>
        </message>
        <message>
            <source>{share} % of the documents have a single sentence, so there is no next one to predict.</source>
            <translation>{share} % 的文档只有一个句子，没有下一句可供预测。</translation>
        </message>
        <message>
            <source>{share} % of the tokens are bytes of characters that {encoder} lacks.</source>
            <translation>{share} % 的词元是 {encoder} 所缺字符的字节。</translation>
        </message>
        <message>
            <source>{share} % of the tokens are unknown to {encoder}: their text is lost.</source>
            <translation>{share} % 的词元是 {encoder} 不认识的：其内容会丢失。</translation>
        </message>
        <message>
            <source>{size} MB are to be copied, and {free} MB are free there.</source>
            <translation>要复制 {size} MB，而那里的可用空间为 {free} MB。</translation>
        </message>
        <message>
            <source>{sweeps} sweeps are called '{name}'.</source>
            <translation>有 {sweeps} 个扫描叫“{name}”。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/linear_baseline.py" />
            <source>{terms} and their n-grams up to {most}</source>
            <translation>{terms}及其 n-gram（n 最大为 {most}）</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>{texts}, test texts too</source>
            <translation>{texts}，含测试文本</translation>
        </message>
        <message>
            <location filename="../../engine/spec/presets/published.py" />
            <source>{text} (Sun et al. 2019, {section})</source>
            <translation>{text}（Sun et al. 2019，{section}）</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/paper/contrasts.py" />
            <source>{text} {n} of these answers hold for one trained checkpoint only.</source>
            <translation>{text}其中 {n} 个回答只对一个训练好的检查点成立。</translation>
        </message>
        <message>
            <source>{title} cannot compute attention here: {reason}.</source>
            <translation>{title} 无法在这里计算注意力：{reason}。</translation>
        </message>
        <message>
            <source>{title} does not work with an earlier task that learnt {learnt}.</source>
            <translation>{title} 无法使用较早任务（{learnt}）的答案进行计算。</translation>
        </message>
        <message>
            <source>{title} needs higher learning rates than an encoder: {usual} is usual ({source}).</source>
            <translation>{title} 的学习率应高于编码器本身：通常为 {usual}（{source}）。</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/summary.py" />
            <source>{title}, {n} generated to train</source>
            <translation>{title}，{n} 个生成的训练文本</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/summary.py" />
            <source>{title}, {n} to train</source>
            <translation>{title}，{n} 个训练文本</translation>
        </message>
        <message>
            <location filename="../../engine/metrics/base.py" />
            <source>{value} % accuracy</source>
            <translation>准确率 {value} %</translation>
        </message>
        <message>
            <location filename="../../engine/metrics/base.py" />
            <source>{value} % error</source>
            <translation>错误率 {value} %</translation>
        </message>
        <message>
            <source>{what} in '{folder}' would take {size} GB; encoders have at most {most}.</source>
            <translation>“{folder}”中的{what}将占用 {size} GB；编码器最多 {most} GB。</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{what} in {n} text</source>
            <translation>{n} 个文本中有{what}</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{what} in {n} texts</source>
            <translation>{n} 个文本中有{what}</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>{words} and next sentence</source>
            <translation>{words}与下一句</translation>
        </message>
        <message>
            <source>~/.ssh/config</source>
            <translation>~/.ssh/config</translation>
        </message>
        <message>
            <source>× rate</source>
            <translation>× 学习率</translation>
        </message>
        <message>
            <source>× the perplexity before</source>
            <translation>× 之前的困惑度</translation>
        </message>
        <message>
            <source>α</source>
            <translation>α</translation>
        </message>
        <message>
            <source>α, encoder</source>
            <translation>α，编码器</translation>
        </message>
        <message>
            <source>β</source>
            <translation>β</translation>
        </message>
        <message>
            <source>β, head</source>
            <translation>β，分类头</translation>
        </message>
        <message>
            <source>β1</source>
            <translation>β1</translation>
        </message>
        <message>
            <source>β2</source>
            <translation>β2</translation>
        </message>
        <message>
            <source>ε</source>
            <translation>ε</translation>
        </message>
        <message>
            <source>η α is {step}: each update overshoots the starting weights.</source>
            <translation>η α 为 {step}：每次更新都会越过起始权重。</translation>
        </message>
        <message>
            <source>η: one trial in η continues, and each rung is η times as far as the one before.</source>
            <translation>η：每 η 个试验中有一个继续，下一级的距离是上一级的 η 倍。</translation>
        </message>
        <message>
            <source>−Brier score</source>
            <translation>−Brier 分数</translation>
        </message>
        <message>
            <source>−MAE</source>
            <translation>−MAE</translation>
        </message>
        <message>
            <source>−RMSE</source>
            <translation>−RMSE</translation>
        </message>
        <message>
            <source>−loss</source>
            <translation>−损失</translation>
        </message>
        <message>
            <source>−mean distance in ranks</source>
            <translation>−平均等级距离</translation>
        </message>
        <message>
            <source>−perplexity</source>
            <translation>−困惑度</translation>
        </message>
    </context>
</TS>
