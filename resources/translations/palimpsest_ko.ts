<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko" sourcelanguage="en">
    <context>
        <name>window</name>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>% of the run's time</source>
            <translation>실행 시간 중 %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>% right by layer, dark = fewer right</source>
            <translation>층별로 맞힌 %, 어두움 = 적게 맞힘</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>%, ring = best</source>
            <translation>%, 고리 = 최적</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Archive</source>
            <translation>보관 처리(&amp;A)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>&amp;Begin with a recipe…</source>
            <translation>레시피로 시작(&amp;B)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Compare selected runs</source>
            <translation>선택한 실행 비교(&amp;C)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/edit_menu.py" />
            <source>&amp;Copy</source>
            <translation>복사(&amp;C)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>&amp;Copy as TOML</source>
            <translation>TOML로 복사(&amp;C)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Delete…</source>
            <translation>삭제(&amp;D)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Earlier in the queue</source>
            <translation>대기열에서 앞으로(&amp;E)</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/actions.py" />
            <source>&amp;Edit</source>
            <translation>편집(&amp;E)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Export model…</source>
            <translation>모델 내보내기(&amp;E)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Fetch model</source>
            <translation>모델 받아 오기(&amp;F)</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/actions.py" />
            <source>&amp;File</source>
            <translation>파일(&amp;F)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Find</source>
            <translation>찾기(&amp;F)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Finished studies</source>
            <translation>완료된 연구(&amp;F)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Go on</source>
            <translation>계속(&amp;G)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Guide to a first run</source>
            <translation>첫 실행 안내(&amp;G)</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/actions.py" />
            <source>&amp;Help</source>
            <translation>도움말(&amp;H)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>&amp;Import a data set…</source>
            <translation>데이터셋 가져오기(&amp;I)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Import log…</source>
            <translation>로그 가져오기(&amp;I)…</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Keyboard shortcuts</source>
            <translation>키보드 단축키(&amp;K)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Language…</source>
            <translation>언어(&amp;L)…</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Larger text</source>
            <translation>글자 크게(&amp;L)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Normal text size</source>
            <translation>기본 글자 크기(&amp;N)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>&amp;Open TOML…</source>
            <translation>TOML 열기(&amp;O)…</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Open the store's folder</source>
            <translation>저장소 폴더 열기(&amp;O)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/edit_menu.py" />
            <source>&amp;Paste</source>
            <translation>붙여넣기(&amp;P)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Pause</source>
            <translation>일시 중지(&amp;P)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Quit</source>
            <translation>종료(&amp;Q)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>&amp;Random texts</source>
            <translation>무작위 텍스트(&amp;R)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <location filename="../../workbench/shell/edit_menu.py" />
            <source>&amp;Redo</source>
            <translation>다시 하기(&amp;R)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Report a problem…</source>
            <translation>문제 신고(&amp;R)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Resume run</source>
            <translation>실행 재개(&amp;R)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>&amp;Run</source>
            <translation>실행(&amp;R)</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/actions.py" />
            <source>&amp;Run</source>
            <comment>menu</comment>
            <translation>실행(&amp;R)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>&amp;Save as TOML…</source>
            <translation>TOML로 저장(&amp;S)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>&amp;Save as recipe</source>
            <translation>레시피로 저장(&amp;S)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>&amp;Search settings…</source>
            <translation>설정 탐색(&amp;S)…</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Smaller text</source>
            <translation>글자 작게(&amp;S)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Stop run</source>
            <translation>실행 중지(&amp;S)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Tags</source>
            <translation>태그(&amp;T)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <location filename="../../workbench/shell/edit_menu.py" />
            <source>&amp;Undo</source>
            <translation>되돌리기(&amp;U)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Undo delete</source>
            <translation>삭제 되돌리기(&amp;U)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>&amp;Undo deleting {what}</source>
            <translation>{what} 삭제 되돌리기(&amp;U)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>&amp;Use in the current design</source>
            <translation>현재 설계에 사용(&amp;U)</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/actions.py" />
            <source>&amp;View</source>
            <translation>보기(&amp;V)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>&amp;Which strategy should I use?</source>
            <translation>어느 전략을 써야 하나요(&amp;W)?</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/actions.py" />
            <source>&amp;Window</source>
            <translation>창(&amp;W)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/ranges.py" />
            <source>'{text}' is not a number.</source>
            <translation>'{text}': 숫자가 아닙니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>(no answer)</source>
            <translation>(답 없음)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/text_list.py" />
            <source>(no longer in the data set)</source>
            <translation>(데이터셋에 더는 없음)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>1 run at a time</source>
            <translation>한 번에 실행 1개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/ranges.py" />
            <source>1 to 5, or 1, 2, 5.</source>
            <translation>1 to 5 또는 1, 2, 5.</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/chips.py" />
            <source>2e-5, 5e-5  or  1e-5..1e-4 log 4</source>
            <translation>2e-5, 5e-5 또는 1e-5..1e-4 log 4</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>95 % interval</source>
            <translation>95 % 구간</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>95 % interval {low} to {high}</source>
            <translation>95 % 구간 {low}~{high}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>95 % interval. Left of the line a lower {title} than {name}, right a higher one</source>
            <translation>95 % 구간. 선의 왼쪽은 {name}보다 {title} 낮음, 오른쪽은 높음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>95 % intervals</source>
            <translation>95 % 구간</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>A CSV, TSV, XLSX, JSON or Parquet file, lines that begin with their label, a folder of text files per class, or a data set of the hub. Its first rows appear here before anything is stored.</source>
            <translation>CSV, TSV, XLSX, JSON, Parquet 파일, 레이블로 시작하는 줄, 클래스별 텍스트 파일 폴더, 또는 허브의 데이터셋. 무엇이든 저장되기 전에 첫 행들이 여기에 나타납니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>A bag of words has no encoder.</source>
            <translation>단어 가방 모델에는 인코더가 없습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>A data set has this name and would be replaced.</source>
            <translation>같은 이름의 데이터셋이 있습니다. 저장하면 바뀝니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>A design for this data set: length, epochs, batch and metric follow from its texts and labels</source>
            <translation>이 데이터셋을 위한 설계: 길이, 에폭, 배치, 지표를 텍스트와 레이블에서 정합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>A desktop notification when a run or a sweep has ended and another window is in front. Without a system tray, the window's entry in the task bar is highlighted</source>
            <translation>다른 창이 앞에 있을 때 실행이나 스윕이 끝나면 데스크톱 알림을 표시합니다. 알림을 표시할 트레이가 없으면 작업 표시줄의 창 항목이 주의를 끕니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>A file…</source>
            <translation>파일…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>A finished run of an encoder can classify the rows of a file.</source>
            <translation>인코더의 끝난 실행으로 파일의 행을 분류할 수 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>A folder, a zip file, a TensorFlow checkpoint (before .index) or a .bin file.</source>
            <translation>폴더, zip 파일, TensorFlow 체크포인트(.index 앞까지) 또는 .bin 파일.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>A folder…</source>
            <translation>폴더…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>A new run with {settings} would allow it.</source>
            <translation>{settings}(으)로 새로 실행하면 가능합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/cost_matrix.py" />
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <location filename="../../workbench/widgets/numbers.py" />
            <source>A number is needed here.</source>
            <translation>숫자가 필요합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>A path, or hub:NAME</source>
            <translation>경로 또는 hub:NAME</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>A random test text with its label (Ctrl+R)</source>
            <translation>레이블이 있는 무작위 테스트 텍스트(Ctrl+R)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>A random text with its label</source>
            <translation>레이블이 있는 무작위 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>A range (1e-5 to 1e-4) or values (16, 32)</source>
            <translation>범위(1e-5 to 1e-4) 또는 값들(16, 32)</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/chips.py" />
            <source>A range has 2 to {most} values.</source>
            <translation>범위의 값은 2~{most}개입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/chips.py" />
            <source>A range needs an end, for example 1..5.</source>
            <translation>범위에는 끝이 필요합니다. 예: 1..5.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>A rule turns probabilities into answers and is tuned on validation texts, where its gain is therefore optimistic. The command predict, exports and the Lab follow a saved rule.</source>
            <translation>규칙은 확률을 답으로 바꾸며 검증 텍스트에서 조율하므로 거기서의 개선은 실제보다 커 보입니다. predict 명령, 내보내기, 실험실은 보관한 규칙을 따릅니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>A run appears here as soon as one is started, from this window or from the command line.</source>
            <translation>이 창이나 명령줄에서 실행을 시작하면 바로 여기에 나타납니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/closing.py" />
            <source>A run has not ended yet.</source>
            <translation>실행 하나가 아직 끝나지 않았습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/column_menu.py" />
            <source>A setting, a measure or a column of the list (learning_rate, test/macro_f1, tag):</source>
            <translation>설정, 측정값 또는 목록에 나오는 것(learning_rate, test/macro_f1, tag):</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>A text file…</source>
            <translation>텍스트 파일…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>A text may have several labels, so there is no confusion matrix: see Results for each label.</source>
            <translation>텍스트에 레이블이 여러 개 있을 수 있어 혼동 행렬이 없습니다. 레이블별 값은 결과에 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>A text to classify</source>
            <translation>분류할 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/numbers.py" />
            <source>A whole number is needed here.</source>
            <translation>정수가 필요합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/chips.py" />
            <source>A “log” range needs numbers above 0.</source>
            <translation>“log” 범위에는 0보다 큰 수가 필요합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Abilities</source>
            <translation>능력</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>About {percent:.1f} % of labels may be wrong.</source>
            <translation>레이블의 약 {percent:.1f} %가 틀렸을 수 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>About {time} of one device.</source>
            <translation>장치 하나로 약 {time}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Abstention</source>
            <translation>답하지 않음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/wording.py" />
            <source>Accuracy by task</source>
            <translation>태스크별 정확도</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Accuracy, %</source>
            <translation>정확도, %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Action</source>
            <translation>동작</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/column.py" />
            <source>Actions on this stage</source>
            <translation>이 단계의 작업</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/column_menu.py" />
            <source>Add a column</source>
            <translation>열 추가</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/column_menu.py" />
            <source>Add a column…</source>
            <translation>열 추가…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>Add a machine that you log in to with ssh, or a Slurm cluster</source>
            <translation>ssh로 로그인하는 컴퓨터나 Slurm 클러스터를 추가합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/chips.py" />
            <source>Add a value of {name}</source>
            <translation>{name}에 값 추가</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/records.py" />
            <source>Add another {one}</source>
            <translation>{one} 더 추가</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Add or remove the tag {star}</source>
            <translation>태그 {star}을(를) 붙이거나 뗍니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Add runs</source>
            <translation>실행 추가</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/pipeline_strip.py" />
            <source>Add stage</source>
            <translation>단계 추가</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Add the runs of a capsule, once everything in it was checked</source>
            <translation>캡슐의 모든 것을 검사한 뒤 그 실행들을 추가합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Add to the catalogue, without a design</source>
            <translation>설계 없이 카탈로그에 추가합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/records.py" />
            <source>Add {one}</source>
            <translation>{one} 추가</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>Add…</source>
            <translation>추가…</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/layout.py" />
            <source>Advanced</source>
            <translation>고급</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>After</source>
            <translation>이후</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/chips.py" />
            <source>After a range write “step 0.1”, “log 4” or “lin 5”.</source>
            <translation>범위 뒤에는 “step 0.1”, “log 4”, “lin 5”처럼 쓰세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Against forgetting</source>
            <translation>망각 방지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>Against the baseline: the perplexity on general text, × before. Equal: within 2 %.</source>
            <translation>베이스라인과의 비교: 일반 텍스트의 퍼플렉서티, × 학습 전. 동등: 2 % 이내.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <source>All</source>
            <translation>모두</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/cost_matrix.py" />
            <source>All errors cost the same: that is the largest probability.</source>
            <translation>모든 오류의 비용이 같습니다. 이는 확률이 가장 큰 것과 같습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>All results, p values and remarks; the baseline and the metric of the comparison</source>
            <translation>모든 결과, p값, 설명. 비교의 베이스라인과 지표</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>All rows</source>
            <translation>모든 행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>All rows with their answers</source>
            <translation>모든 행을 답과 함께</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>All settings</source>
            <translation>모든 설정</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>All settings are equal.</source>
            <translation>모든 설정이 같습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>All settings of this place</source>
            <translation>이 실행 위치의 모든 설정</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>All that differs</source>
            <translation>다른 것 모두</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>All values of the recipe are restored; undo restores the changes</source>
            <translation>다시 레시피와 같습니다. 되돌리면 변경한 값이 돌아옵니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>All {gpus} GPUs together</source>
            <translation>GPU {gpus}개 모두 함께</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Also run baselines without fine-tuning on the same data sets and splits: a bag of words, the frozen encoder with a linear head, SetFit where it is installed and, for sentence encoders, the names of the classes.</source>
            <translation>같은 데이터 세트와 분할에서 미세 조정이 필요 없는 방법도 실행합니다: 단어 가방, 선형 헤드를 얹은 고정 인코더, 설치되어 있으면 SetFit, 그리고 문장 비교용으로 학습된 인코더라면 클래스 이름.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Alternatives of this design: each changes several fields together</source>
            <translation>이 설계의 대안: 각각 여러 필드를 함께 바꿉니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>An independent reproduction: {format_reproduced}</source>
            <translation>독립적인 재현: {format_reproduced}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>An update may lower the error and still break what worked. This counts the test texts that the older run predicted correctly and the newer one does not (negative flips).</source>
            <translation>업데이트하면 오류율이 낮아져도 되던 것이 깨질 수 있습니다. 이전 실행은 맞혔고 새 실행은 틀린 테스트 텍스트(negative flip)를 셉니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Analysing {title} for a design…</source>
            <translation>설계를 위해 {title} 분석 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Another class</source>
            <translation>다른 클래스</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/questions.py" />
            <source>Another column…</source>
            <translation>다른 열…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Another name…</source>
            <translation>다른 이름…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Answer</source>
            <translation>답</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Answer as many texts as keep errors below, %</source>
            <translation>오류율을 다음 아래로 두고 최대한 답하기, %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Answer every text</source>
            <translation>모든 텍스트에 답함</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Answer now</source>
            <translation>지금의 답</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>Answered by the decision rule: {rule}</source>
            <translation>결정 규칙에 따른 답: {rule}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Answered, %</source>
            <translation>답한 비율, %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Answers</source>
            <translation>답</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Answers are numbers</source>
            <translation>답이 숫자입니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>Answers are numbers, so there is no confusion matrix: see Results.</source>
            <translation>답이 숫자이므로 혼동 행렬이 없습니다. 결과를 보세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Appearance</source>
            <translation>모양</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Appears with two or more stages: earlier tasks are tested again during later ones.</source>
            <translation>단계가 둘 이상일 때 나타납니다. 이전 태스크를 이후 단계에서 다시 테스트합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>Apple GPU</source>
            <translation>Apple GPU</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Apply the limit to the upper end of the 95 % interval</source>
            <translation>한도를 95 % 구간의 상한에 적용</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/heat_canvas.py" />
            <location filename="../../workbench/plots/plane/canvas.py" />
            <source>Arrow keys</source>
            <translation>화살표 키</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Arrow keys move, Enter lists.</source>
            <translation>화살표 키로 이동, Enter로 목록 표시.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>As a pair</source>
            <translation>쌍으로</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>As published: BERT, whole data sets, GPUs</source>
            <translation>논문 그대로: BERT, 전체 데이터셋, GPU</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/reading_pane.py" />
            <source>As the model sees it</source>
            <translation>모델이 보는 대로</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>As the model will see it</source>
            <translation>모델이 보게 될 모습</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/numbers.py" />
            <source>At least {low}.</source>
            <translation>최소 {low}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>At most</source>
            <translation>최대</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/numbers.py" />
            <source>At most {high}.</source>
            <translation>최대 {high}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>At most {n} point, start and end always</source>
            <translation>최대 {n}회, 시작과 끝은 항상</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>At most {n} points, start and end always</source>
            <translation>최대 {n}회, 시작과 끝은 항상</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>At most, %</source>
            <translation>최대, %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>At step {cell_value}{spread}</source>
            <translation>스텝 {cell_value}{spread}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>At the end</source>
            <translation>끝에서</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/curve_plot.py" />
            <source>At {x_text}</source>
            <translation>{x_text}에서</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <location filename="../../workbench/pages/lab/page.py" />
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Attention</source>
            <translation>어텐션</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>Attention before and after</source>
            <translation>이전과 이후의 어텐션</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Attention heads</source>
            <translation>어텐션 헤드</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>Attribution</source>
            <translation>기여도</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>Attribution method</source>
            <translation>기여도 방법</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>Automatic</source>
            <translation>자동</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Avg. precision</source>
            <translation>평균 정밀도</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Back</source>
            <translation>뒤로</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Back to the data set; decisions are kept</source>
            <translation>데이터셋으로 돌아가기. 결정은 보관됩니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_view.py" />
            <source>Back to the list of runs</source>
            <translation>실행 목록으로 돌아가기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Back up</source>
            <translation>백업</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Baseline</source>
            <translation>베이스라인</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Baseline of all comparisons</source>
            <translation>모든 비교의 베이스라인</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>Batches in {parts} parts</source>
            <translation>배치를 {parts}개로 나눔</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Before</source>
            <translation>이전</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>Before: {before}. After: {after}.</source>
            <translation>이전: {before}. 이후: {after}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Begin with a recipe</source>
            <translation>레시피로 시작</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft/draft.py" />
            <source>Begin with a recipe.</source>
            <translation>레시피로 시작하세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>Being added</source>
            <translation>추가하는 중</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Best baseline</source>
            <translation>최고 베이스라인</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Best layer, %</source>
            <translation>최적 층, %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Best test result: {names}, {value}</source>
            <translation>최적 테스트 결과: {names}, {value}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Best validation</source>
            <translation>최적 검증</translation>
        </message>
        <message>
            <location filename="../../workbench/engine_texts.py" />
            <source>Best validation accuracy, %</source>
            <translation>최적 검증 정확도, %</translation>
        </message>
        <message>
            <location filename="../../workbench/engine_texts.py" />
            <source>Best validation error, %</source>
            <translation>최적 검증 오류율, %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Best validation result, and the update at which it was measured</source>
            <translation>최적 검증 결과와 그것을 측정한 업데이트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Best validation {metric}</source>
            <translation>최적 검증 {metric}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Better</source>
            <translation>좋은 방향</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Better than {baseline}: {names}.</source>
            <translation>{baseline}보다 나음: {names}.</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/numbers.py" />
            <source>Between {low} and {high}.</source>
            <translation>{low}~{high} 사이여야 합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/words.py" />
            <source>Beyond the axes:</source>
            <translation>축 범위 밖:</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Biases</source>
            <translation>편향</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Blue</source>
            <translation>파랑</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Both models run on the CPU with low priority; training has precedence</source>
            <translation>두 모델이 CPU에서 낮은 우선순위로 실행됩니다(학습 우선)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Both runs give the same answer for every test text.</source>
            <translation>두 실행이 모든 테스트 텍스트에 같은 답을 냅니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Bound on forgetting</source>
            <translation>망각 상한</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Brown</source>
            <translation>갈색</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/rows.py" />
            <source>Browse…</source>
            <translation>찾아보기…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/known_encoders.py" />
            <source>Bundled</source>
            <translation>내장</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>Bundled demonstrations</source>
            <translation>내장 데모</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>Bundled general English</source>
            <translation>내장된 일반 영어 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Bundled sets are read unchanged</source>
            <translation>내장 데이터셋은 바꾸지 않고 읽습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>By</source>
            <translation>비교 지표</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>CKA matrix</source>
            <translation>CKA 행렬</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>CKA, before and now</source>
            <translation>CKA, 이전과 지금</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>CPU threads that a queued run may take; empty: all. A design's own number (Compute, CPU threads) takes precedence</source>
            <translation>대기열의 실행이 쓸 수 있는 CPU 스레드 수입니다. 비우면 모두 씁니다. 설계에 적은 값(계산의 CPU 스레드 수)이 우선합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <location filename="../../workbench/pages/settings.py" />
            <source>CPU, {n} core</source>
            <translation>CPU, 코어 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <location filename="../../workbench/pages/settings.py" />
            <source>CPU, {n} cores</source>
            <translation>CPU, 코어 {n}개</translation>
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
            <translation>CSV (*.csv);;Excel (*.xlsx);;TSV (*.tsv);;JSON Lines (*.jsonl)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>CSV (*.csv);;TSV (*.tsv);;JSON lines (*.jsonl);;Parquet (*.parquet)</source>
            <translation>CSV (*.csv);;TSV (*.tsv);;JSON Lines (*.jsonl);;Parquet (*.parquet)</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plot_card.py" />
            <source>CSV numbers (*.csv)</source>
            <translation>CSV 수치 (*.csv)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Cache</source>
            <translation>캐시</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Calibrate probabilities</source>
            <translation>확률 보정</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <location filename="../../workbench/pages/place_dialog.py" />
            <location filename="../../workbench/pages/runs/details/cost_matrix.py" />
            <location filename="../../workbench/report/report_line.py" />
            <source>Cancel</source>
            <translation>취소</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Capitals</source>
            <translation>대문자</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Capsules (*.capsule);;All files (*)</source>
            <translation>캡슐 (*.capsule);;모든 파일 (*)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/panel.py" />
            <source>Catalogue</source>
            <translation>카탈로그</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Change of attention</source>
            <translation>어텐션의 변화</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Change of each head</source>
            <translation>각 헤드의 변화</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>Change per head</source>
            <translation>헤드별 변화</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/forms.py" />
            <source>Changed; it was {value}</source>
            <translation>변경됨. 원래 값: {value}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>Change…</source>
            <translation>변경…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Check</source>
            <translation>검사</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Check for damage; nothing is changed</source>
            <translation>손상을 찾습니다. 아무것도 바꾸지 않습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Checking the model…</source>
            <translation>모델을 확인하는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/problem_report.py" />
            <source>Checking this machine…</source>
            <translation>이 컴퓨터를 확인하는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Checking…</source>
            <translation>검사하는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Checkpoint</source>
            <translation>체크포인트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Checkpoints (*.bin *.index *.zip);;All files (*)</source>
            <translation>체크포인트 (*.bin *.index *.zip);;모든 파일 (*)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Chinese</source>
            <translation>중국어</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Choose a CSV, JSONL or Parquet file, or a folder of texts</source>
            <translation>CSV, JSONL, Parquet 파일 또는 텍스트 폴더를 선택합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>Choose a data set</source>
            <translation>데이터셋 선택</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Choose a field to search over.</source>
            <translation>탐색할 필드를 선택하세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>Choose a file</source>
            <translation>파일 선택</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Choose a file or a folder.</source>
            <translation>파일이나 폴더를 선택하세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>Choose a file, a folder or a set of the hub first</source>
            <translation>먼저 파일, 폴더 또는 허브의 데이터셋을 선택하세요</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Choose a file…</source>
            <translation>파일 선택…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>Choose a folder</source>
            <translation>폴더 선택</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Choose a second run above to see where they disagree.</source>
            <translation>위에서 두 번째 실행을 선택하면 답이 다른 곳을 볼 수 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>Choose a second run to see both side by side.</source>
            <translation>두 번째 실행을 선택하면 둘을 나란히 볼 수 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Choose a table of new texts, or drop it here: each row gets a class and a confidence.</source>
            <translation>새 텍스트가 든 표를 선택하거나 여기에 끌어다 놓으세요. 행마다 클래스와 확신도를 매깁니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Choose among the newest runs</source>
            <translation>최근 실행 중에서 선택</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Choose an encoder</source>
            <translation>인코더 고르기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Choose another run</source>
            <translation>다른 실행을 선택하세요</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft/files.py" />
            <source>Choose another.</source>
            <translation>다른 것을 선택하세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/rows.py" />
            <source>Choose files</source>
            <translation>파일 선택</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/rows.py" />
            <source>Choose files for {label}</source>
            <translation>{label}: 파일 선택</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Choose one on the left, or import a file, a folder or a set of the hub.</source>
            <translation>왼쪽에서 선택하거나 파일, 폴더 또는 허브의 데이터셋을 가져오세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Choose other columns or another format</source>
            <translation>다른 열이나 다른 형식을 선택합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Choose the folder in which a new one is made</source>
            <translation>새 폴더를 만들 폴더를 선택하세요</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Choose what the rule changes.</source>
            <translation>규칙이 바꿀 것을 선택하세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>Choose what to import</source>
            <translation>가져올 것을 선택하세요</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Choose your own copy of the data set</source>
            <translation>데이터셋의 자신의 사본을 지정합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Choose…</source>
            <translation>선택…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Cite</source>
            <translation>인용</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Class</source>
            <translation>클래스</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Classes</source>
            <translation>클래스</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>Classes and sizes are the paper's</source>
            <translation>클래스와 크기는 논문의 것입니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/__init__.py" />
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Classify</source>
            <translation>분류</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Classify a &amp;file…</source>
            <translation>파일 분류(&amp;F)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Classify a file</source>
            <translation>파일 분류</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Classify a file…</source>
            <translation>파일 분류…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Classify the rows of a table of new texts, with confidence</source>
            <translation>새 텍스트 표의 행을 각각의 클래스, 확신도와 함께</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Classify {n:,} row</source>
            <translation>{n:,}행 분류</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Classify {n:,} rows</source>
            <translation>{n:,}행 분류</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Clean</source>
            <translation>정리</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Clean: {message}</source>
            <translation>정리: {message}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Cleaning</source>
            <translation>정리</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Clear</source>
            <translation>비우기</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/inputs.py" />
            <source>Clear the search</source>
            <translation>검색 지우기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Clearing</source>
            <translation>비우는 중</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Click or press Space to draw or hide all runs of the group</source>
            <translation>클릭하거나 스페이스바를 누르면 그룹의 모든 실행을 표시하거나 모두 끕니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Click several to join them, or to compare a pair.</source>
            <translation>여러 개를 클릭하면 이어 붙이거나 쌍으로 비교합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Click the mark on the left of a run to see what it forgets.</source>
            <translation>실행 왼쪽의 표시를 클릭하면 무엇을 잊는지 볼 수 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/command_dialog.py" />
            <source>Close</source>
            <translation>닫기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Close the guide and show the whole form</source>
            <translation>안내를 닫고 전체 양식 보기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Close without adding</source>
            <translation>추가하지 않고 나가기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Colou&amp;r</source>
            <translation>색(&amp;R)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Colours</source>
            <translation>색상</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/heat_canvas.py" />
            <source>Colours from {low} to {high}</source>
            <translation>색: {low}~{high}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>Column {name}</source>
            <translation>열 {name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Columns and runs shown</source>
            <translation>표시할 열과 실행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Columns shown</source>
            <translation>표시할 열</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Combination of the sweep</source>
            <translation>스윕의 조합</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/known_encoders.py" />
            <source>Comes with Palimpsest</source>
            <translation>Palimpsest에 포함됨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>Command copied</source>
            <translation>명령을 복사했습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/command_field.py" />
            <source>Commands found</source>
            <translation>찾은 명령</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/__init__.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Compare</source>
            <translation>비교</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Compare all others with this run</source>
            <translation>다른 모든 실행을 이 실행과 비교</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Compare by {title}</source>
            <translation>{title}(으)로 비교</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Compare encoders</source>
            <translation>인코더 비교</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Compare its runs</source>
            <translation>실행 비교</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Compare on the data…</source>
            <translation>데이터로 비교…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Compare strategies honestly</source>
            <translation>전략을 정직하게 비교하기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Comparing text by text…</source>
            <translation>텍스트별로 비교하는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Comparing the runs…</source>
            <translation>실행을 비교하는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Comparison of runs or paper</source>
            <translation>실행 비교 또는 논문 비교</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/column.py" />
            <location filename="../../workbench/pages/design/form/pipeline_strip.py" />
            <source>Compute</source>
            <translation>계산</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Compute target</source>
            <translation>실행할 위치</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Confidence, %</source>
            <translation>확신도, %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Configuration</source>
            <translation>설정 파일</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>Confusion</source>
            <translation>혼동 행렬</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/confusion.py" />
            <source>Confusion: rows are true classes, columns predicted ones</source>
            <translation>혼동 행렬: 행은 실제 클래스, 열은 예측 클래스</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>Connect and report what is there; nothing is sent</source>
            <translation>연결하여 무엇이 있는지 알려 줍니다. 아무것도 보내지 않습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>Connecting…</source>
            <translation>연결하는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Content of the label column.</source>
            <translation>레이블 열에 들어 있는 것입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Continue from the checkpoint</source>
            <translation>체크포인트에서 이어서 진행합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>Copied as TOML</source>
            <translation>TOML로 복사했습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plot_card.py" />
            <source>Copied the picture of {text}</source>
            <translation>{text}: 그림을 복사했습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Copied {runs:,} runs ({size}) to {path}</source>
            <translation>실행 {runs:,}개({size})를 복사했습니다: {path}</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/problem_report.py" />
            <source>Copy</source>
            <translation>사본</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Copy</source>
            <comment>where a data set is</comment>
            <translation>사본</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Copy as co&amp;mmand</source>
            <translation>명령으로 복사(&amp;M)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Copy as command</source>
            <translation>명령으로 복사</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Copy as…</source>
            <translation>다른 형식으로 복사…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Copy or save the table, save the curves</source>
            <translation>표를 복사하거나 저장, 곡선을 저장</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/curve_plot.py" />
            <location filename="../../workbench/plots/plot_card.py" />
            <source>Copy picture</source>
            <translation>그림 복사</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>Copy rows of a spreadsheet or lines of a file.</source>
            <translation>스프레드시트의 행이나 파일의 줄을 복사하세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Copy table</source>
            <translation>표 복사</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Copy table as CSV</source>
            <translation>표를 CSV로 복사</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Copy table as LaTeX</source>
            <translation>표를 LaTeX로 복사</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Copy the command line that does the same</source>
            <translation>같은 일을 하는 명령줄을 복사합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Copy the store, even while it is in use, to a folder next to it</source>
            <translation>사용 중인 저장소를 옆의 폴더에 복사합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Copy the table as Markdown</source>
            <translation>표를 Markdown으로 복사</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Copying…</source>
            <translation>복사하는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Corpus</source>
            <translation>말뭉치</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Cosine</source>
            <translation>코사인</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Cosine with the pre-trained weights</source>
            <translation>사전 학습된 가중치와의 코사인</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>Cost</source>
            <translation>비용</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Cost of measuring</source>
            <translation>측정 비용</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/cost_matrix.py" />
            <source>Cost of predicting the column where the row is true. Right answers usually cost 0.</source>
            <translation>실제가 행인데 열로 예측할 때의 비용입니다. 옳은 답의 비용은 보통 0입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/cost_matrix.py" />
            <source>Cost of predicting {answer} where {true} is true</source>
            <translation>실제가 {true}인데 {answer}(으)로 예측할 때의 비용</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/cost_matrix.py" />
            <source>Costs of errors</source>
            <translation>오류의 비용</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Costs of these choices</source>
            <translation>이 선택의 비용</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Counted at each evaluation, where Probes, Examples is on.</source>
            <translation>프로브의 예제가 켜져 있으면 평가마다 셉니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Counted from the data sets. Overlap is found when the first run reads them.</source>
            <translation>데이터셋에서 센 값입니다. 중복은 첫 실행이 읽을 때 확인됩니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/data_sets.py" />
            <source>Counting tokens</source>
            <translation>토큰을 세는 중</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/counting.py" />
            <source>Counting tokens…</source>
            <translation>토큰을 세는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/edit_menu.py" />
            <source>Cu&amp;t</source>
            <translation>잘라내기(&amp;T)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_view.py" />
            <location filename="../../workbench/pages/settings.py" />
            <source>Curves</source>
            <translation>곡선</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>Curves appear here while a run trains</source>
            <translation>실행이 학습하는 동안 곡선이 여기에 그려집니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>Curves appear once a second stage measures the tasks before it</source>
            <translation>두 번째 단계가 이전 태스크를 측정하면 곡선이 나타납니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>Curves appear with the first evaluation of a run</source>
            <translation>실행의 첫 평가가 끝나면 곡선이 나타납니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>Curves appear with the first probe of a run</source>
            <translation>실행의 첫 프로브가 끝나면 곡선이 나타납니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>Curves shown</source>
            <translation>표시할 곡선</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <location filename="../../workbench/pages/data/texts/table.py" />
            <source>Cut</source>
            <translation>잘림</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <location filename="../../workbench/pages/data/texts/table.py" />
            <source>Cut at {room}</source>
            <translation>{room}에서 자름</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Damaged: {damages}.</source>
            <translation>손상됨: {damages}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Damaged: {damages}; and {more:,} more.</source>
            <translation>손상됨: {damages} 외 {more:,}건.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Dark</source>
            <translation>어둡게</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/__init__.py" />
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Data</source>
            <translation>데이터</translation>
        </message>
        <message>
            <location filename="../../workbench/engine_texts.py" />
            <source>Data ({patterns});;All files (*)</source>
            <translation>데이터 ({patterns});;모든 파일 (*)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Data set</source>
            <translation>데이터셋</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/panel.py" />
            <source>Data sets</source>
            <translation>데이터셋</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Decision</source>
            <translation>결정</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Decisions of {title}</source>
            <translation>{title}의 결정</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Decisions…</source>
            <translation>결정…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>Delete</source>
            <translation>삭제</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/chips.py" />
            <source>Delete removes it</source>
            <translation>Delete로 제거</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>Delete runs</source>
            <translation>실행 삭제</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>Delete {what} with measures, checkpoints and model?</source>
            <translation>{what}: 측정값, 체크포인트, 모델과 함께 삭제할까요?</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Delete, or a click on the bin, removes it</source>
            <translation>Delete 키나 휴지통 클릭으로 제거합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/engine_texts.py" />
            <source>Demonstration texts: such figures show how the program works.</source>
            <translation>데모 텍스트입니다. 이런 수치는 프로그램이 어떻게 동작하는지를 보여 줍니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Demonstrations</source>
            <translation>시연</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Desig&amp;n a model for this data</source>
            <translation>이 데이터로 모델 설계(&amp;N)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/__init__.py" />
            <location filename="../../workbench/pages/design/head.py" />
            <source>Design</source>
            <translation>설계</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Design a model</source>
            <translation>모델 설계</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Design this recipe</source>
            <translation>이 레시피로 설계</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_view.py" />
            <source>Details</source>
            <translation>세부 정보</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Detected from the vocabulary</source>
            <translation>어휘에 따름</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Devices</source>
            <translation>장치</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Devices that runs compute on. On a CPU a run takes all cores unless its design sets a number</source>
            <translation>실행이 계산하는 장치입니다. CPU에서는 설계에 수가 정해져 있지 않으면 실행이 모든 코어를 씁니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>Difference</source>
            <translation>차이</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Difference in points. Not tested: only differences between methods are.</source>
            <translation>차이(%p). 검정하지 않습니다. 방법 사이의 차이만 검정합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>Difference to baseline</source>
            <translation>베이스라인과의 차이</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Different test texts</source>
            <translation>테스트 텍스트가 다릅니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Disagreements</source>
            <translation>불일치</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Disk</source>
            <translation>디스크</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Disk at {place}</source>
            <translation>{place}의 디스크</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Distance after the best rotation</source>
            <translation>최적으로 회전한 뒤의 거리</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Divide the logits by the temperature with the least loss</source>
            <translation>로짓을 손실이 가장 작은 온도로 나눕니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Documents</source>
            <translation>문서</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Documents of one sentence</source>
            <translation>한 문장짜리 문서</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/messages.py" />
            <source>Done: {text}</source>
            <translation>완료: {text}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Down = changed more. Mean CKA with the pre-trained layers</source>
            <translation>아래 = 더 바뀜. 사전 학습된 층과의 평균 CKA</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Down = forgot more. % of hidden words of general text</source>
            <translation>아래 = 더 잊음. 일반 텍스트의 가려진 단어 중 %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Down = forgot more. % right by linear probe</source>
            <translation>아래 = 더 잊음. 선형 프로브가 맞힌 %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Down = forgot more. % right in validation, with their own heads</source>
            <translation>아래 = 더 잊음. 각자의 헤드로 검증에서 맞힌 %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Down = forgot more. Validation: {what}, with their own heads</source>
            <translation>아래 = 더 잊음. 검증: {what}, 각자의 헤드로</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Down = their change caused the forgetting. Perplexity × before</source>
            <translation>아래 = 그 층의 변화가 망각의 원인. 퍼플렉서티, × 학습 전</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>Download from the hub</source>
            <translation>허브에서 내려받기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Dra&amp;w or hide</source>
            <translation>표시 또는 숨기기(&amp;W)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Draft of the last session</source>
            <translation>지난번의 초안</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Draft saved {time}</source>
            <translation>초안 저장됨 {time}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Draw &amp;no runs</source>
            <translation>아무 실행도 표시하지 않기(&amp;N)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Drawn in the plots: click or press Space to keep a run drawn, or to hide it</source>
            <translation>그래프에 표시됨: 클릭하거나 스페이스바를 누르면 계속 표시하거나 표시를 끕니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Drawn while it is selected. Click or press Space to keep it drawn</source>
            <translation>선택되어 있는 동안 표시됩니다. 클릭하거나 스페이스바를 누르면 계속 표시합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Drawn. Click or press Space to hide it</source>
            <translation>표시됨. 클릭하거나 스페이스바를 누르면 표시를 끕니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Drift</source>
            <translation>드리프트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Drift by kind</source>
            <translation>종류별 드리프트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Drift by kind of weights</source>
            <translation>가중치 종류별 드리프트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Drift from the pre-trained weights</source>
            <translation>사전 학습된 가중치로부터의 드리프트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/pipeline_strip.py" />
            <source>Duplicate</source>
            <translation>복제</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Duration</source>
            <translation>소요 시간</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>Each fills its cell of the table when it has finished.</source>
            <translation>각 실행이 끝나면 표의 해당 칸이 채워집니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Each run</source>
            <translation>각 실행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Each trial takes values proposed from the results of the earlier ones, beginning with those of the design, and poor trials are stopped early. Trials do not read the test split: the best one is trained once more and tested.</source>
            <translation>시행마다 앞선 시행의 결과에서 제안된 값을 쓰며, 첫 시행은 지금의 설계이고 나쁜 시행은 일찍 중단됩니다. 시행은 테스트 분할을 읽지 않고, 가장 좋은 것만 한 번 더 학습하여 테스트합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Earlier tasks</source>
            <translation>이전 태스크</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Edit i&amp;mport…</source>
            <translation>가져오기 편집(&amp;M)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Edit import…</source>
            <translation>가져오기 편집…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Effects of these choices</source>
            <translation>이 선택의 효과</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/suggestions.py" />
            <source>Elsewhere</source>
            <translation>다른 위치</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Embeddings</source>
            <translation>임베딩</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Empty: what the data set has, or a share of the training rows.</source>
            <translation>비우면 데이터셋에 있는 것, 또는 학습 행의 일부를 씁니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <location filename="../../workbench/pages/design/form/column.py" />
            <location filename="../../workbench/pages/design/form/pipeline_strip.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Encoder</source>
            <translation>인코더</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>Encoder whose tokens are counted</source>
            <translation>토큰을 셀 인코더</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <location filename="../../workbench/pages/help.py" />
            <source>Encoders</source>
            <translation>인코더</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>English</source>
            <translation>영어</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Environment and data</source>
            <translation>환경과 데이터</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Environment of the run</source>
            <translation>실행의 환경</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <source>Epoch</source>
            <translation>에폭</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Equivalence margin: by test size</source>
            <translation>동등 한계: 테스트 크기에 따름</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Equivalence margin: {margin:g}</source>
            <translation>동등 한계: {margin:g}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Equivalence margin: {margin:g}, by test size</source>
            <translation>동등 한계: {margin:g}, 테스트 크기에 따름</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Equivalent to {baseline}: {names}.</source>
            <translation>{baseline}와(과) 동등: {names}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>Equivalent within {margin}</source>
            <translation>{margin} 이내 동등</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>Error</source>
            <translation>오류율</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>Error by length, class and columns of the data, and the slices that are worse than the rest: found on one half of the texts, measured on the other.</source>
            <translation>길이, 클래스, 데이터의 열에 따른 오류율과, 나머지보다 나쁜 슬라이스입니다. 텍스트의 절반에서 찾고 나머지 절반에서 측정했습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/wording.py" />
            <source>Error by task</source>
            <translation>태스크별 오류율</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Error, %</source>
            <translation>오류율, %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <location filename="../../workbench/pages/runs/run_view.py" />
            <source>Errors</source>
            <translation>오류</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Errors and slices</source>
            <translation>오류와 슬라이스</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_view.py" />
            <source>Errors {n:,}</source>
            <translation>오류 {n:,}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Estimate the cost of its missing runs, and queue them: palimpsest reproduce</source>
            <translation>빠진 실행에 드는 비용을 알려 주고 대기열에 넣습니다: palimpsest reproduce</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>Estimating the time…</source>
            <translation>시간을 추정하는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Every run of the selected strategies</source>
            <translation>선택한 전략의 모든 실행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>Every run of {name} in size {size} is finished.</source>
            <translation>{name}: {size} 크기의 모든 실행이 완료되었습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Every text with label, prediction and confidence, as a table</source>
            <translation>모든 텍스트를 레이블, 예측, 확신도와 함께 표로</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Everything</source>
            <translation>모두</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/shortcut_book.py" />
            <source>Everywhere</source>
            <translation>모든 곳</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Examples</source>
            <translation>예제</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Examples forgotten</source>
            <translation>잊은 예제</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Exclude</source>
            <translation>제외</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>Experiment (*.toml);;All files (*)</source>
            <translation>실험 (*.toml);;모든 파일 (*)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/explore.py" />
            <source>Explore the compared runs</source>
            <translation>비교한 실행 살펴보기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Explore…</source>
            <translation>탐색…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <location filename="../../workbench/pages/lab/page.py" />
            <location filename="../../workbench/pages/runs/action_table.py" />
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Export</source>
            <translation>내보내기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Export &amp;predictions…</source>
            <translation>예측 내보내기(&amp;P)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Export and serve a model</source>
            <translation>모델 내보내기와 제공하기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Export curves as picture…</source>
            <translation>곡선을 그림으로 내보내기…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Export listed texts as CSV…</source>
            <translation>나열된 텍스트를 CSV로 내보내기…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Export model</source>
            <translation>모델 내보내기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Export model…</source>
            <translation>모델 내보내기…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Export prediction as JSON…</source>
            <translation>예측을 JSON으로 내보내기…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Export predictions</source>
            <translation>예측 내보내기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Export predictions…</source>
            <translation>예측 내보내기…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Export table as CSV…</source>
            <translation>표를 CSV로 내보내기…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Export table as LaTeX…</source>
            <translation>표를 LaTeX로 내보내기…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Export table as Markdown…</source>
            <translation>표를 Markdown으로 내보내기…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Export the model into a new folder in</source>
            <translation>모델을 내보낼 새 폴더의 위치</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plot_card.py" />
            <location filename="../../workbench/widgets/cards.py" />
            <source>Export {title}</source>
            <translation>{title} 내보내기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Exporting to {target}…</source>
            <translation>{target}(으)로 내보내는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>Export…</source>
            <translation>내보내기…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>F {points} points</source>
            <translation>F {points}%p</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>F, earlier tasks</source>
            <translation>F, 이전 태스크</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>F: points of test accuracy that earlier tasks have lost since their best. Its interval covers other runs or, over seeds and texts, other test texts of these tasks too.</source>
            <translation>F: 이전 태스크의 테스트 정확도가 최고값에서 떨어진 %p입니다. 구간은 다른 실행을, 시드와 텍스트에 대해서는 이 태스크들의 다른 테스트 텍스트도 포함합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <location filename="../../workbench/shell/notifications.py" />
            <source>Failed</source>
            <translation>실패</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/filter_field.py" />
            <source>Failed or interrupted</source>
            <translation>실패 또는 중단됨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Failed: {reason}</source>
            <translation>실패: {reason}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Feed-forward</source>
            <translation>피드포워드</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Fetch the weights of a run that another place has computed; its results are already here</source>
            <translation>다른 실행 위치에서 계산한 실행의 가중치를 가져옵니다. 결과는 이미 여기에 있습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Fetching from {place}…</source>
            <translation>{place}에서 받아 오는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Fewer errors than {baseline}: {names}.</source>
            <translation>{baseline}보다 오류가 적음: {names}.</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/records.py" />
            <source>Fewer fields</source>
            <translation>필드 접기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>Fewer or more errors: adjusted p below 0.05. Equal: shown to differ by less than the margin.</source>
            <translation>오류가 적음 또는 많음: 보정된 p가 0.05 미만. 동등: 차이가 한계보다 작음이 보임.</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/labels.py" />
            <source>Fewer remarks</source>
            <translation>설명 접기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Figure {number}  {title}</source>
            <translation>그림 {number}  {title}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Figures and predictions</source>
            <translation>그림과 예측</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_view.py" />
            <source>Figures of the run</source>
            <translation>실행의 수치</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>File format</source>
            <translation>파일 형식</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>File, folder or hub id</source>
            <translation>파일, 폴더 또는 허브 ID</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>File…</source>
            <translation>파일…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Fin&amp;d label errors…</source>
            <translation>레이블 오류 찾기(&amp;D)…</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>Find a co&amp;mmand</source>
            <translation>명령 찾기(&amp;M)</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/command_field.py" />
            <source>Find a command, run or data set</source>
            <translation>명령, 실행 또는 데이터셋 찾기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Find a setting</source>
            <translation>설정 찾기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Find in the log</source>
            <translation>로그에서 찾기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Find label errors…</source>
            <translation>레이블 오류 찾기…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Find on this page</source>
            <translation>이 페이지에서 찾기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>Find slices</source>
            <translation>슬라이스 찾기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Find the rule on the validation texts; nothing is saved yet</source>
            <translation>검증 텍스트에서 규칙을 찾습니다. 아직 아무것도 보관하지 않습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Findings on the data set</source>
            <translation>데이터셋에서 발견한 것</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>Fingerprint {grouped}</source>
            <translation>지문 {grouped}</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/notifications.py" />
            <source>Finished</source>
            <translation>완료</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Finished runs in one file, to view and rerun in another installation</source>
            <translation>끝난 실행들을 파일 하나로 저장하여 다른 설치에서 보고 다시 실행할 수 있게 합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Finished studies</source>
            <translation>완료된 연구</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Finished, {time}</source>
            <translation>완료, {time}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>First steps</source>
            <translation>첫걸음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>Fitted at once, without updates</source>
            <translation>업데이트 없이 한 번에 적합함</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Fitting the baselines…</source>
            <translation>기준선을 적합하는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Fix the highlighted fields to see the schedule.</source>
            <translation>강조된 필드를 고치면 스케줄이 표시됩니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>Fixed texts</source>
            <translation>고정 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Folder</source>
            <translation>폴더</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Folders</source>
            <translation>폴더</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Folder…</source>
            <translation>폴더…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Follow system</source>
            <translation>시스템 설정 따르기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Follow the end</source>
            <translation>끝을 따라가기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/ranges.py" />
            <source>For example 1e-5 to 1e-4.</source>
            <translation>예: 1e-5 to 1e-4.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>For one run on its test set: ± {half:.2f}</source>
            <translation>해당 테스트 세트에서 실행 한 번으로 볼 때: ± {half:.2f}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/pages/runs/run_view.py" />
            <source>Forgetting</source>
            <translation>망각</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Forgetting is measured from before the first update on, once the run has started.</source>
            <translation>망각은 실행이 시작되면 첫 업데이트 전부터 측정됩니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/report/report_line.py" />
            <source>Forgetting report</source>
            <translation>망각 보고서</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Forgetting report…</source>
            <translation>망각 보고서…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Forgetting: what is measured</source>
            <translation>망각: 측정 항목</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>Forgetting…</source>
            <translation>등록을 해제하는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/pages/compare/plots.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Forgot</source>
            <translation>망각</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Forgotten</source>
            <translation>잊은 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>Forgotten (F), points</source>
            <translation>망각(F), %p</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Forgotten in training</source>
            <translation>학습 중에 잊음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Format</source>
            <translation>형식</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Fractions per text</source>
            <translation>텍스트당 조각 수</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Fractions per text, at most {maximum}</source>
            <translation>텍스트당 조각 수, 최대 {maximum}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>French</source>
            <translation>프랑스어</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>From recipe {title}</source>
            <translation>레시피: {title}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/known_encoders.py" />
            <source>From runs</source>
            <translation>실행에서 나온 것</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>From test set</source>
            <translation>테스트 분할에서</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>From the beginning, without the checkpoints</source>
            <translation>체크포인트 없이 처음부터 시작합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>From the paper</source>
            <translation>논문의 데이터</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>From {title}</source>
            <translation>출발: {title}</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>Front</source>
            <translation>프런트</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>Full &amp;screen</source>
            <translation>전체 화면(&amp;S)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Full precision, one row per run</source>
            <translation>최대 정밀도, 실행마다 한 행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>GPU memory</source>
            <translation>GPU 메모리</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>GPUs {a} and {b} together</source>
            <translation>GPU {a}, {b} 함께</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Generated texts, bundled encoder: minutes on a CPU</source>
            <translation>생성된 텍스트, 내장 인코더: CPU에서 몇 분</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>German</source>
            <translation>독일어</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>Give it a name</source>
            <translation>이름을 지정하세요</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Glossary</source>
            <translation>용어집</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>Gradient × input</source>
            <translation>그래디언트 × 입력</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Green</source>
            <translation>초록</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Grey</source>
            <translation>회색</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Group by</source>
            <translation>묶기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Group runs by</source>
            <translation>실행을 묶는 기준</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Head</source>
            <comment>of attention</comment>
            <translation>헤드</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Head {i}</source>
            <translation>헤드 {i}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Heads found: {heads}.</source>
            <translation>찾은 헤드: {heads}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Health</source>
            <translation>상태 점검</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Held out of the training rows when no file is given.</source>
            <translation>파일을 지정하지 않으면 학습 행에서 떼어 냅니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/__init__.py" />
            <source>Help</source>
            <translation>도움말</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Hide the &amp;table of runs</source>
            <translation>실행 표 숨기기(&amp;T)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_view.py" />
            <source>Hide the table of runs</source>
            <translation>실행 표 숨기기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Hide; nothing is deleted</source>
            <translation>숨깁니다. 아무것도 삭제하지 않습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>High</source>
            <translation>상한</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Highest perplexity on general text that the chosen checkpoint may have, × before; 0: no bound. A run that stays above it for two evaluations ends.</source>
            <translation>선택된 체크포인트가 일반 텍스트에서 가질 수 있는 최대 퍼플렉서티(× 학습 전)입니다. 0: 한계 없음. 두 번의 평가 동안 이를 넘는 실행은 끝납니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Highest test accuracy: {names}, {value} %</source>
            <translation>가장 높은 테스트 정확도: {names}, {value} %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>Holm-adjusted p</source>
            <translation>Holm 보정 p</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>Holm-adjusted p that the slice is no worse than the rest</source>
            <translation>슬라이스가 나머지보다 나쁘지 않다는 가설의 Holm 보정 p</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Home</source>
            <translation>홈페이지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/explore.py" />
            <source>Horizontal</source>
            <translation>가로축</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <source>Horizontal axis</source>
            <translation>가로축</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Hours</source>
            <translation>시간</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/heat_map.py" />
            <source>Hover over a cell, or use the arrow keys</source>
            <translation>칸을 가리키거나 화살표 키로 이동하세요</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/explore.py" />
            <source>Hover over a run to see its values</source>
            <translation>실행을 가리키면 값을 읽을 수 있습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>Hover over a strategy to see its values</source>
            <translation>전략을 가리키면 값을 읽을 수 있습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>How many settings are tried.</source>
            <translation>시도할 설정의 수입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>How strongly new loss curves are smoothed; 0: not at all</source>
            <translation>새 손실 곡선을 얼마나 매끄럽게 할지. 0: 그대로</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>How the catalogue lists it.</source>
            <translation>카탈로그에 표시되는 이름입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>How the files are read.</source>
            <translation>파일을 읽는 방법입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>How two or more text columns are read.</source>
            <translation>둘 이상의 텍스트 열을 읽는 방법입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Hub</source>
            <translation>허브</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Hub downloads</source>
            <translation>허브에서 내려받은 것</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Hub, {name}</source>
            <translation>허브, {name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Import</source>
            <translation>가져오기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Import a checkpoint</source>
            <translation>체크포인트 가져오기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Import a checkpoint…</source>
            <translation>체크포인트 가져오기…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/panel.py" />
            <location filename="../../workbench/pages/data/importing/form.py" />
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>Import a data set</source>
            <translation>데이터셋 가져오기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>Import of {name}</source>
            <translation>{name} 가져오기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Import the log in</source>
            <translation>가져올 로그의 위치</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/panel.py" />
            <location filename="../../workbench/pages/data/page.py" />
            <source>Import…</source>
            <translation>가져오기…</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/heat_canvas.py" />
            <source>In a heat map: choose the marked cell</source>
            <translation>히트맵에서: 표시된 칸 선택</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/heat_canvas.py" />
            <source>In a heat map: move the marked cell</source>
            <translation>히트맵에서: 표시된 칸 이동</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/canvas.py" />
            <source>In a plot of points: choose the point</source>
            <translation>점 그래프에서: 점 선택</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/canvas.py" />
            <source>In a plot of points: go to the next point</source>
            <translation>점 그래프에서: 다음 점으로 이동</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/canvas.py" />
            <source>In a plot of points: open the run of the point</source>
            <translation>점 그래프에서: 점의 실행 열기</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/canvas.py" />
            <source>In a plot: move the cross-hair back (with Shift by ten)</source>
            <translation>그래프에서: 십자선을 뒤로 이동(Shift와 함께 열 칸)</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/canvas.py" />
            <source>In a plot: move the cross-hair on (with Shift by ten)</source>
            <translation>그래프에서: 십자선을 앞으로 이동(Shift와 함께 열 칸)</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/canvas.py" />
            <source>In a plot: reset the zoom</source>
            <translation>그래프에서: 확대/축소 초기화</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/curve_plot.py" />
            <source>In a plot: scale of its y axis</source>
            <translation>그래프에서: y축의 척도</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/view.py" />
            <source>In a table: copy the selected rows, with the heads</source>
            <translation>표에서: 선택한 행을 머리글과 함께 복사</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/view.py" />
            <source>In a table: open the row</source>
            <translation>표에서: 행 열기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>In order</source>
            <translation>이상 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>In tables, plots, verdicts and reports; takes effect when the window is opened again</source>
            <translation>표, 그래프, 판정, 보고서에 쓰입니다. 창을 다시 열면 적용됩니다</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/confusion.py" />
            <source>In the confusion matrix: list the texts of the cell</source>
            <translation>혼동 행렬에서: 칸의 텍스트 나열</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>In the last epoch {last}.</source>
            <translation>마지막 에폭: {last}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>In the queue of possible label errors: keep, exclude, relabel as suggested</source>
            <translation>레이블 오류 대기열에서: 유지, 제외, 제안대로 레이블 변경</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>In the queue of possible label errors: undo the decision</source>
            <translation>레이블 오류 대기열에서: 결정 취소</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>In the table of runs: keep the selected runs drawn, or hide them</source>
            <translation>실행 표에서: 선택한 실행을 계속 표시하거나 표시를 끔</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>In use</source>
            <translation>사용 중</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/column_menu.py" />
            <source>Include archived runs</source>
            <translation>보관된 실행 포함</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Include data, texts and encoder, to rerun it</source>
            <translation>데이터, 텍스트, 인코더도(다시 실행할 수 있게)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Include models</source>
            <translation>모델 포함</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Include test labels</source>
            <translation>테스트 레이블 포함</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>Integrated gradients</source>
            <translation>통합 그래디언트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <location filename="../../workbench/shell/notifications.py" />
            <source>Interrupted</source>
            <translation>중단됨</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/closing.py" />
            <source>It continues without the window; open it again to see the progress.</source>
            <translation>창을 닫아도 계속할 수 있습니다. 다시 열면 얼마나 진행되었는지 볼 수 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>Its runs stay. This cannot be undone.</source>
            <translation>이 레시피의 실행은 남습니다. 이 작업은 되돌릴 수 없습니다.</translation>
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
            <translation>학습 전후 어텐션의 Jensen–Shannon 발산(비트)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Joined</source>
            <translation>이어 붙임</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Judge by the upper confidence limit</source>
            <translation>신뢰 구간의 상한으로 판단</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Judge labels of the test split too, on which results are measured</source>
            <translation>결과를 측정하는 테스트 분할의 레이블도 판단합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Judged by {judge}: a reason to check, not a verdict.</source>
            <translation>판단: {judge}. 살펴볼 이유일 뿐 판정이 아닙니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Keep</source>
            <translation>유지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/truncation_bar.py" />
            <source>Keep</source>
            <comment>of a long text</comment>
            <translation>유지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Keep only the first of each of these texts in the split.</source>
            <translation>분할에서 이 텍스트들을 각각 첫 번째만 남깁니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/closing.py" />
            <source>Keep running</source>
            <translation>계속 실행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Keep the selected runs and groups drawn, or hide them (Space)</source>
            <translation>선택한 실행과 그룹을 계속 표시하거나 표시를 끕니다(Space)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Kept</source>
            <translation>유지</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/cards.py" />
            <source>Key figures</source>
            <translation>주요 수치</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>Key figures of the lengths</source>
            <translation>길이의 주요 수치</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Keyboard shortcuts</source>
            <translation>키보드 단축키</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Keys</source>
            <translation>키</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_dialog.py" />
            <source>Kind</source>
            <translation>종류</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Kind of labels</source>
            <translation>레이블의 종류</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_dialog.py" />
            <source>Kind of place</source>
            <translation>실행 위치의 종류</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Knowledge of {name}</source>
            <translation>{name}에 대한 지식</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Knowledge retained</source>
            <translation>지식 유지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Knowledge: {name}</source>
            <translation>지식: {name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>L&amp;ater in the queue</source>
            <translation>대기열에서 뒤로(&amp;A)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>L&amp;ight or dark</source>
            <translation>밝게 또는 어둡게(&amp;I)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>LaTeX (*.tex)</source>
            <translation>LaTeX (*.tex)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/__init__.py" />
            <source>Lab</source>
            <translation>실험실</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <location filename="../../workbench/pages/data/texts/table.py" />
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>Label</source>
            <translation>레이블</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Label sets have no confusion matrix. Runs, Results has precision and recall.</source>
            <translation>레이블 집합에는 혼동 행렬이 없습니다. 정밀도와 재현율은 실행 페이지의 결과에 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Label, and answer before</source>
            <translation>레이블, 이전의 답</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Labels</source>
            <translation>레이블</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Labels are</source>
            <translation>레이블 종류</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Labels from 0.5</source>
            <translation>0.5 이상의 레이블</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Labels from a probability of 0.5</source>
            <translation>확률 0.5 이상의 레이블</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Language</source>
            <comment>of the window</comment>
            <translation>언어</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Language forgotten</source>
            <translation>잊은 언어</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Language is measured while a run trains, where Probes, Language is on.</source>
            <translation>프로브의 언어가 켜져 있으면 실행이 학습하는 동안 언어를 측정합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Language retained</source>
            <translation>언어 유지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Largest difference between equivalent test results: percentage points, else the metric's unit</source>
            <translation>동등한 두 테스트 결과의 가장 큰 차이: 퍼센트포인트, 아니면 지표의 단위</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Largest size of the cache in GB; 0: no limit</source>
            <translation>캐시의 최대 크기(GB). 0: 제한 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/curve_plot.py" />
            <source>Last</source>
            <translation>마지막</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Last at step</source>
            <translation>마지막 스텝</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Last validation</source>
            <translation>마지막 검증</translation>
        </message>
        <message>
            <location filename="../../workbench/engine_texts.py" />
            <source>Last validation accuracy, %</source>
            <translation>마지막 검증 정확도, %</translation>
        </message>
        <message>
            <location filename="../../workbench/engine_texts.py" />
            <source>Last validation error, %</source>
            <translation>마지막 검증 오류율, %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Layer {i}</source>
            <translation>층 {i}</translation>
        </message>
        <message>
            <location filename="../../workbench/engine_texts.py" />
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>Layer {layer}</source>
            <translation>층 {layer}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>Layer {layer}, head {head}</source>
            <translation>층 {layer}, 헤드 {head}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Layers put back</source>
            <translation>되돌린 층</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Layout</source>
            <translation>형식</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Layouts of an export</source>
            <translation>내보내기 형식</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>Learning rate</source>
            <translation>학습률</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Learnt from {learnt:,} texts, tested on {tested:,}. A bag of words has {bag_of_words} on the same texts, always guessing {guessing}. {caution}</source>
            <translation>텍스트 {learnt:,}개로 학습하고 {tested:,}개로 테스트했습니다. 같은 텍스트에서 BoW 모델은 {bag_of_words}, 항상 같은 답을 내면 {guessing}입니다. {caution}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Least confidence, or most errors, percent</source>
            <translation>확신도 하한 또는 오류 상한, 백분율</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Least confident first</source>
            <translation>확신도가 낮은 것부터</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Leave checked texts out</source>
            <translation>선택한 텍스트 제외</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Leave out: {message}</source>
            <translation>제외: {message}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Leave the text out (X)</source>
            <translation>텍스트를 제외(X)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Leave these rows out</source>
            <translation>그런 행 제외</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Leave these texts out of the split.</source>
            <translation>분할에서 이 텍스트들을 제외합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Leave training texts out that also occur in validation or test.</source>
            <translation>검증이나 테스트에도 있는 학습 텍스트를 제외합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>Leaving rows out…</source>
            <translation>행을 제외하는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>Leaving texts out of a new version of {title}</source>
            <translation>텍스트를 제외하고 {title}의 새 버전을 만드는 중</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Left</source>
            <translation>왼쪽</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Left out: {left_out}.</source>
            <translation>제외됨: {left_out}.</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/words.py" />
            <source>Left: remembers more. Down: {better}</source>
            <translation>왼쪽: 더 기억함. 아래: {better}</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/words.py" />
            <source>Left: remembers more. Up: {better}</source>
            <translation>왼쪽: 더 기억함. 위: {better}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>Length in tokens</source>
            <translation>토큰 단위 길이</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>Length in words</source>
            <translation>단어 단위 길이</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Length of training texts</source>
            <translation>학습 텍스트의 길이</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Lengths</source>
            <translation>길이</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>Lengths of the texts</source>
            <translation>텍스트의 길이</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Lengths of the training texts in tokens; the line marks the length that the encoder reads</source>
            <translation>토큰 단위 학습 텍스트 길이. 선은 인코더가 읽는 길이</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Licence</source>
            <translation>라이선스</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Licence, for the model card</source>
            <translation>라이선스 (모델 카드용)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Light</source>
            <translation>밝게</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Light, dark, or the system's choice</source>
            <translation>밝게, 어둡게, 또는 시스템 설정대로</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Limit on new errors, percent</source>
            <translation>새 오류의 상한, 백분율</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Lists</source>
            <translation>목록</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/questions.py" />
            <source>Loading a test text…</source>
            <translation>테스트 세트에서 텍스트를 가져오는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>Loading the model…</source>
            <translation>모델을 불러오는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_view.py" />
            <source>Log</source>
            <translation>로그</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Log of the run</source>
            <translation>실행의 로그</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>LogME: how well frozen features predict the labels; higher is better</source>
            <translation>LogME: 동결된 특징이 레이블을 얼마나 잘 예측하는지. 높을수록 좋음</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/curve_plot.py" />
            <source>Logarithmic y axis</source>
            <translation>로그 y축</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Logged in</source>
            <translation>로그인됨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>Longest</source>
            <translation>최장</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Look at a finished study</source>
            <translation>완료된 연구 살펴보기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>Looking for encoders and data…</source>
            <translation>인코더와 데이터를 찾는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Looking for label errors…</source>
            <translation>레이블 오류를 찾는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Loss</source>
            <translation>손실</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Loss and error fall while it trains; the best moment is marked and kept.</source>
            <translation>학습하는 동안 손실과 오류율이 떨어집니다. 가장 좋은 시점이 표시되고 보관됩니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Lost: {lost}.</source>
            <translation>잃은 것: {lost}.</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>Low</source>
            <translation>하한</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Lower-cased</source>
            <translation>소문자로 바꿈</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Lowest test error: {names}, {value} %</source>
            <translation>가장 낮은 테스트 오류율: {names}, {value} %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Machines</source>
            <translation>컴퓨터</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Machines with Palimpsest that you log in to with ssh, and Slurm clusters. Design offers them as compute targets; curves and results arrive while a run trains, and no password is stored</source>
            <translation>ssh로 로그인하는, Palimpsest가 설치된 컴퓨터와 Slurm 클러스터입니다. 설계에서 실행할 위치로 고를 수 있고, 학습하는 동안 곡선과 결과가 오며 암호는 보관하지 않습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Maintenance</source>
            <translation>유지 관리</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Majority class</source>
            <translation>최다 클래스</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Make it the baseline</source>
            <translation>베이스라인으로 지정</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Make one version without them; the data set stays as it is</source>
            <translation>이 텍스트들을 뺀 버전을 하나 만듭니다. 데이터셋은 그대로 둡니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Make {text} the large plot</source>
            <translation>{text}: 큰 그래프로 보기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Manual</source>
            <translation>설명서</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Maps grow here while a run trains</source>
            <translation>실행이 학습하는 동안 맵이 여기에 그려집니다</translation>
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
            <translation>평균</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Mean cost</source>
            <translation>평균 비용</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Mean of all tasks</source>
            <translation>모든 태스크의 평균</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>Measure drawn</source>
            <translation>표시할 측정값</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Measure of language</source>
            <translation>언어의 측정값</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Measured at the selected checkpoint of a stage.</source>
            <translation>단계에서 선택한 체크포인트에서 측정합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Measured on different texts ({titles}): only rows of the same texts are compared.</source>
            <translation>서로 다른 텍스트에서 측정했습니다({titles}). 같은 텍스트의 행끼리만 비교합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/column.py" />
            <source>Measures of forgetting</source>
            <translation>망각 측정 항목</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Measuring was off</source>
            <translation>측정이 꺼져 있었습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>Median</source>
            <translation>중앙값</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Memory</source>
            <translation>메모리</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Metric</source>
            <translation>지표</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>Metric: {metric}. {progress}. It is {status}.</source>
            <translation>비교 지표: {metric}. {progress}. 상태: {status}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Metrics</source>
            <translation>지표</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Metrics before and after</source>
            <translation>전과 후의 지표</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Metrics of each class</source>
            <translation>클래스별 지표</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Metrics of the split</source>
            <translation>분할의 지표</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Missing: {lacking}; initialised at random where needed.</source>
            <translation>없음: {lacking}. 필요한 곳은 무작위로 초기화합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>More errors than {baseline}: {names}.</source>
            <translation>{baseline}보다 오류가 많음: {names}.</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/confusion.py" />
            <source>Most often {true} is taken for {guess}: {often}</source>
            <translation>가장 흔한 혼동: {true} → {guess}, {often}</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/layout.py" />
            <source>Most used fields</source>
            <translation>자주 쓰는 필드</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/pipeline_strip.py" />
            <source>Move earlier	Alt+Left</source>
            <translation>앞으로 이동	Alt+Left</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/pipeline_strip.py" />
            <source>Move later	Alt+Right</source>
            <translation>뒤로 이동	Alt+Right</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/records.py" />
            <source>Move this {one} down</source>
            <translation>{one} 아래로 이동</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/records.py" />
            <source>Move this {one} up</source>
            <translation>{one} 위로 이동</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>N&amp;otes</source>
            <translation>메모(&amp;O)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <location filename="../../workbench/pages/place_dialog.py" />
            <location filename="../../workbench/pages/runs/details/fields.py" />
            <source>Name</source>
            <translation>이름</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Name abilities in Design, Probes, to measure how well a linear probe finds them.</source>
            <translation>설계의 프로브에 능력을 적으면 선형 프로브가 그것을 얼마나 잘 찾는지 측정합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Name in the catalogue</source>
            <translation>카탈로그에서의 이름</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Name of the experiment</source>
            <translation>실험의 이름</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Name of the new encoder's folder.</source>
            <translation>새 인코더 폴더의 이름입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_dialog.py" />
            <source>Name of the place</source>
            <translation>실행 위치의 이름</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/fields.py" />
            <source>Name of the run</source>
            <translation>실행의 이름</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Name, data, tag or status</source>
            <translation>이름, 데이터, 태그 또는 상태</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/panel.py" />
            <source>Name, tag or language</source>
            <translation>이름, 태그 또는 언어</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Negative flips: texts right in the older run and wrong in the newer one</source>
            <translation>Negative flip: 이전 실행은 맞혔고 새 실행은 틀린 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>New folder</source>
            <translation>새 폴더</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_dialog.py" />
            <source>New place</source>
            <translation>새 실행 위치</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/chips.py" />
            <source>New values of {name}</source>
            <translation>{name}의 새 값</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/forms.py" />
            <source>Next message</source>
            <translation>다음 메시지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/text_list.py" />
            <source>Next page</source>
            <translation>다음 페이지</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/cli_answers.py" />
            <source>No</source>
            <translation>아니요</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>No answer below a confidence of, %</source>
            <translation>답하지 않을 확신도 하한, %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>No data set selected</source>
            <translation>선택한 데이터셋이 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>No disagreement</source>
            <translation>불일치 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>No errors to show</source>
            <translation>표시할 오류가 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>No evaluation yet</source>
            <translation>아직 평가가 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>No label errors found</source>
            <translation>레이블 오류가 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>No matching lines.</source>
            <translation>이것이 들어 있는 줄이 없습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>No model to try yet</source>
            <translation>아직 시험할 모델이 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>No model to use yet</source>
            <translation>아직 답을 구할 모델 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>No new trial begins once all runs together have taken this long.</source>
            <translation>모든 실행의 합이 이 시간에 이르면 새 시행을 시작하지 않습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>No other is better on both</source>
            <translation>둘 다 더 나은 것이 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>No predictions are stored until the run has been tested.</source>
            <translation>저장된 예측이 없습니다. 실행이 테스트되면 저장됩니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>No problems found: {runs:,} runs, {rows:,} rows.</source>
            <translation>이상 없음: 실행 {runs:,}개, 행 {rows:,}개.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>No problems found; nothing was changed.</source>
            <translation>저장소에 이상이 없습니다. 아무것도 바꾸지 않았습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>No recipes are installed with this program; open a TOML file.</source>
            <translation>이 프로그램에 설치된 레시피가 없습니다. TOML 파일을 여세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>No response from {place}</source>
            <translation>{place}의 응답 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/explore.py" />
            <source>No run has both values</source>
            <translation>두 값이 모두 있는 실행이 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <source>No run has that name</source>
            <translation>그런 이름의 실행이 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>No run is drawn</source>
            <translation>표시된 실행이 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>No run matches the search.</source>
            <translation>검색에 해당하는 실행이 없습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>No run with this encoder has finished at {place} yet: its speed is not known.</source>
            <translation>{place}에서 이 인코더로 끝난 실행이 아직 없어 속도를 알 수 없습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>No runs in progress</source>
            <translation>진행 중인 실행 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>No runs yet</source>
            <translation>아직 실행이 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>No significant difference from {baseline}: {names}.</source>
            <translation>{baseline}와(과) 유의한 차이 없음: {names}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>No slice was found to be worse than the rest.</source>
            <translation>나머지보다 나쁜 슬라이스를 찾지 못했습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>No test predictions</source>
            <translation>테스트 예측이 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>No test result yet</source>
            <translation>아직 테스트 결과가 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>No test text is in this cell. Choose another in the table on the left.</source>
            <translation>이 칸에는 테스트 텍스트가 없습니다. 왼쪽 표에서 다른 칸을 선택하세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>No text points to another class or occurs twice.</source>
            <translation>다른 클래스로 보이거나 두 번 나오는 텍스트가 없습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>No texts are held out for validation</source>
            <translation>검증용으로 떼어 둔 텍스트가 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>No training text went from right to wrong.</source>
            <translation>맞았다가 틀린 학습 텍스트가 없습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/query.py" />
            <source>No {name}</source>
            <translation>{name} 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>None</source>
            <translation>없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/panel.py" />
            <source>None yet. Import a file, a folder or a set of the hub.</source>
            <translation>아직 없습니다. 파일, 폴더 또는 허브의 데이터셋을 가져오세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>None yet: choose your own</source>
            <translation>아직 없음: 자신의 사본을 지정하세요</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>None, only this computer</source>
            <translation>없음, 이 컴퓨터만</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Norms</source>
            <translation>정규화</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Not answering since {moment}</source>
            <translation>{moment}부터 응답 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/records.py" />
            <source>Not chosen yet</source>
            <translation>아직 선택하지 않음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Not counted yet</source>
            <translation>아직 세지 않음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Not created yet</source>
            <translation>아직 만들어지지 않음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Not drawn. Click or press Space to draw it</source>
            <translation>표시되지 않음. 클릭하거나 스페이스바를 누르면 표시합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Not followed in this run</source>
            <translation>이 실행에서는 추적하지 않음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Not known yet</source>
            <translation>아직 알 수 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Not known: the hub's library comes with the extra engine</source>
            <translation>알 수 없음: 허브 라이브러리는 engine 추가 구성에 포함됩니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Not logged in (public data and encoders only)</source>
            <translation>로그인하지 않음(공개된 데이터와 인코더만)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>Not measured in this run: choose “This text”</source>
            <translation>이 실행에서는 측정하지 않았습니다. “이 텍스트”를 선택하세요</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/findings.py" />
            <source>Not on this computer yet: the run, or the Data page, downloads it.</source>
            <translation>아직 이 컴퓨터에 없습니다. 실행할 때 또는 데이터 페이지에서 내려받습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Not part of this size</source>
            <translation>이 크기에는 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>Not read yet</source>
            <translation>아직 읽지 않음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Not saved yet.</source>
            <translation>아직 저장하지 않았습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Not started</source>
            <translation>시작 전</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Note</source>
            <translation>참고</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/fields.py" />
            <source>Notes</source>
            <translation>메모</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Notes and warnings only</source>
            <translation>알림과 경고만</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/fields.py" />
            <source>Notes on this run</source>
            <translation>이 실행의 메모</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Nothing</source>
            <translation>없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Nothing forgotten</source>
            <translation>잊은 것이 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Nothing has been logged yet.</source>
            <translation>아직 로그가 없습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/command_field.py" />
            <source>Nothing has that name</source>
            <translation>그런 이름의 항목이 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>Nothing is measured</source>
            <translation>측정하지 않음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>Nothing leaves this computer</source>
            <translation>외부로 보내는 것 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/panel.py" />
            <source>Nothing matches “{search}”.</source>
            <translation>“{search}”에 해당하는 것이 없습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Nothing to compare yet</source>
            <translation>아직 비교할 것이 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Nothing to forget</source>
            <translation>잊을 것이 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Nothing was measured</source>
            <translation>측정된 것이 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Notify</source>
            <translation>알림</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/table.py" />
            <source>Number of the row in its file. Click: order of the file</source>
            <translation>파일에서의 행 번호. 클릭: 파일 순서</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Numbers have no confusion matrix. Runs, Results lists the largest errors.</source>
            <translation>숫자에는 혼동 행렬이 없습니다. 가장 큰 오차는 실행 페이지의 결과에 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Of all finished trials, or of the best so far and the chosen run, to save disk space.</source>
            <translation>완료된 모든 시행의 가중치, 또는 디스크를 아끼도록 지금까지 가장 좋은 시행과 선택된 실행의 가중치입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Of all trials</source>
            <translation>모든 시행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Of everything in the window; takes effect when it is opened again</source>
            <translation>창 안의 모든 것의 크기입니다. 창을 다시 열면 적용됩니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Of the best trial</source>
            <translation>가장 좋은 시행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Of the window; takes effect when it is opened again. The command line speaks English</source>
            <translation>창의 언어입니다. 창을 다시 열면 적용됩니다. 명령줄은 영어를 씁니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>Off by</source>
            <translation>오차</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/stage_card.py" />
            <source>On a stage's card: move the stage to the left</source>
            <translation>단계 카드에서: 단계를 왼쪽으로 이동</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/stage_card.py" />
            <source>On a stage's card: move the stage to the right</source>
            <translation>단계 카드에서: 단계를 오른쪽으로 이동</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>On the command line: palimpsest --help, palimpsest doctor</source>
            <translation>명령줄에서: palimpsest --help, palimpsest doctor</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>On which texts the run is wrong most often</source>
            <translation>실행이 가장 자주 틀리는 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>One click on + {offer} below adds a second run. Compare then shows what changed, and by how much.</source>
            <translation>아래의 ‘+ {offer}’를 클릭하면 두 번째 실행이 추가됩니다. 그러면 비교 페이지에서 무엇이 얼마나 달라졌는지 볼 수 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>One new version without these rows is made; the file stays as it is.</source>
            <translation>이 행들을 뺀 새 버전을 하나 만듭니다. 파일은 그대로 둡니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>One row per strategy or per run</source>
            <translation>전략마다 또는 실행마다 한 행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>One run</source>
            <translation>실행이 하나뿐입니다</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/rows.py" />
            <source>One value of {label}</source>
            <translation>{label}의 값 하나</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Only a class can be right once and wrong later.</source>
            <translation>한때 맞았다가 나중에 틀리는 것은 클래스뿐입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Only add</source>
            <translation>추가만 하기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Only your own data sets can be removed from the catalogue.</source>
            <translation>카탈로그에서는 직접 추가한 데이터셋만 제거할 수 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/report/report_line.py" />
            <source>Open</source>
            <translation>열기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Open &amp;folder</source>
            <translation>폴더 열기(&amp;F)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Open Design</source>
            <translation>설계 열기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Open Quickstart in Design</source>
            <translation>Quickstart를 설계에서 열기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Open Runs</source>
            <translation>실행 페이지 열기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>Open an experiment</source>
            <translation>실험 열기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Open ca&amp;psule…</source>
            <translation>캡슐 열기(&amp;P)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Open capsule</source>
            <translation>캡슐 열기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <location filename="../../workbench/pages/settings.py" />
            <source>Open folder</source>
            <translation>폴더 열기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Open in &amp;Design</source>
            <translation>설계에서 열기(&amp;D)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Open in Design</source>
            <translation>설계에서 열기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Open in La&amp;b</source>
            <translation>실험실에서 열기(&amp;B)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Open it on the Design page, in this size</source>
            <translation>이 크기로 설계 페이지에서 열기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Open that design</source>
            <translation>그 설계 열기</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>Open the folder of &amp;logs</source>
            <translation>로그 폴더 열기(&amp;L)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Open, save, copy</source>
            <translation>열기, 저장, 복사</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Opened by</source>
            <translation>여는 프로그램</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>Opened {name}; undo restores the previous draft</source>
            <translation>{name}: 열었습니다. 되돌리면 이전 초안으로 돌아갑니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Opening {file}…</source>
            <translation>{file} 여는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>Opening {title}…</source>
            <translation>{title} 여는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Opens the folder of runs, of the cache or of downloads</source>
            <translation>실행, 캐시 또는 내려받은 것의 폴더를 엽니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Or begin with</source>
            <translation>또는 다음으로 시작</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Orange</source>
            <translation>주황</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Order</source>
            <translation>순서</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Other programs</source>
            <translation>다른 프로그램</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Other run</source>
            <translation>다른 실행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Ours</source>
            <translation>우리의 결과</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Ours and the paper's</source>
            <translation>우리의 결과와 논문의 결과</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Ours − paper</source>
            <translation>우리 − 논문</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Ours, %</source>
            <translation>우리의 결과, %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <location filename="../../workbench/shell/notifications.py" />
            <source>Out of memory</source>
            <translation>메모리 부족</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Over seeds: the uncertainty between runs. Over passages: the uncertainty from the choice of general text, for these weights.</source>
            <translation>시드에 대해: 실행 사이의 불확실성입니다. 구절에 대해: 이 가중치에서 일반 텍스트의 선택에 따른 불확실성입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Over the limit: keep the old model</source>
            <translation>한도 초과: 이전 모델을 유지하세요</translation>
        </message>
        <message>
            <location filename="../../workbench/report/report_line.py" />
            <source>PDF document, A4 (*.pdf)</source>
            <translation>PDF 문서, A4 (*.pdf)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>PNG or SVG</source>
            <translation>PNG 또는 SVG</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plot_card.py" />
            <source>PNG picture (*.png)</source>
            <translation>PNG 그림 (*.png)</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/rail.py" />
            <source>Pages</source>
            <translation>페이지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Palimpsest keeps trying; nothing is lost meanwhile.</source>
            <translation>계속 다시 시도합니다. 그동안 잃는 것은 없습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Paper</source>
            <translation>논문</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Paper, %</source>
            <translation>논문, %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <source>Part of the run</source>
            <translation>실행의 구간</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Passes over the corpus</source>
            <translation>말뭉치를 도는 횟수</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Paste</source>
            <translation>붙여넣기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <source>Paused</source>
            <translation>일시 중지됨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Peak learning rate of each layer</source>
            <translation>각 층의 최대 학습률</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Perplexity on general text after training, × before; over 1 = forgot. Groups: mean of their runs</source>
            <translation>학습 후 일반 텍스트의 퍼플렉서티, × 학습 전. 1보다 크면 잊음. 그룹: 실행들의 평균</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Pictures (*.png *.svg)</source>
            <translation>그림 (*.png *.svg)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_dialog.py" />
            <source>Place {name}</source>
            <translation>실행 위치 {name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <location filename="../../workbench/pages/settings.py" />
            <source>Places</source>
            <translation>실행 위치</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>Points appear when a run has measured both</source>
            <translation>실행에서 둘 다 측정되면 점이 나타납니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Points appear with the first finished run</source>
            <translation>첫 실행이 끝나면 점이 나타납니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Pooler</source>
            <translation>풀러</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Possible label errors</source>
            <translation>레이블 오류로 의심되는 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Possible label errors in {title}</source>
            <translation>{title}의 레이블 오류로 의심되는 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Precision, %</source>
            <translation>정밀도, %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Predicted</source>
            <translation>예측</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/questions.py" />
            <source>Predicted while you type, {value} ms.</source>
            <translation>입력하는 동안 예측, {value} ms.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>Predictions are kept when a run has been tested. Then its wrong texts are listed here.</source>
            <translation>예측은 실행이 테스트되면 보관됩니다. 그러면 틀린 텍스트가 여기에 나열됩니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Predictions for which texts</source>
            <translation>어느 텍스트의 예측인지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Press Run, top right, or Ctrl ↵</source>
            <translation>오른쪽 위의 실행을 누르거나 Ctrl ↵</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/forms.py" />
            <source>Previous message</source>
            <translation>이전 메시지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/text_list.py" />
            <source>Previous page</source>
            <translation>이전 페이지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Probability of the predicted class</source>
            <translation>예측한 클래스의 확률</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Probe, %</source>
            <translation>프로브, %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/pipeline_strip.py" />
            <source>Probes</source>
            <translation>프로브</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Probes cost {value} %</source>
            <translation>프로브 비용 {value} %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Probes cost {value} % of the time</source>
            <translation>프로브에 시간의 {value} %가 듭니다</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/messages.py" />
            <source>Problem: {text}</source>
            <translation>문제: {text}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Procrustes</source>
            <translation>프로크루스테스</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Proposals</source>
            <translation>제안 방식</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Pruning</source>
            <translation>가지치기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Purple</source>
            <translation>보라</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Put side by side</source>
            <translation>나란히 놓기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Put the runs of this table side by side</source>
            <translation>이 표의 실행들을 나란히 비교합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Questions and problems</source>
            <translation>질문과 문제 해결</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <location filename="../../workbench/pages/settings.py" />
            <source>Queue</source>
            <translation>대기열</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Queue more seeds</source>
            <translation>시드 추가 실행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Queue of possible label errors</source>
            <translation>레이블 오류 의심 텍스트의 대기열</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Queue seeds, to {most} each</source>
            <translation>시드를 각각 {most}개까지 대기열에 추가</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>Queue {n} run</source>
            <translation>실행 {n}개 대기열에 추가</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>Queue {n} runs</source>
            <translation>실행 {n}개 대기열에 추가</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Queued</source>
            <translation>대기 중</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Queued at {place}</source>
            <translation>{place}에서 대기 중</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Queued runs that share a device: with small encoders, two to four at once use a large GPU better. On a CPU the runs divide the cores among them</source>
            <translation>한 장치를 함께 쓰는 대기열의 실행 수입니다. 작은 인코더는 한 번에 둘에서 넷이면 큰 GPU를 더 잘 씁니다. CPU에서는 실행들이 코어를 나누어 씁니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Queued, next</source>
            <translation>대기 중, 다음 차례</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Queued, number {place}</source>
            <translation>대기 중, {place}번째</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Quick start</source>
            <translation>빠른 시작</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>ROC AUC</source>
            <translation>ROC AUC</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Random</source>
            <translation>무작위</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Range of {label}</source>
            <translation>{label}의 범위</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Rank encoders on the design's data without fine-tuning them</source>
            <translation>미세 조정 없이 설계의 데이터로 인코더의 순위를 매깁니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Rate per layer</source>
            <translation>층별 학습률</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Re&amp;ad the data set again</source>
            <translation>데이터셋 다시 읽기(&amp;A)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Re&amp;move from the catalogue</source>
            <translation>카탈로그에서 제거(&amp;M)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Re&amp;name</source>
            <translation>이름 바꾸기(&amp;N)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Read again</source>
            <translation>다시 읽기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Read more than once: {again}.</source>
            <translation>두 번 이상 읽음: {again}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Read the texts as they are</source>
            <translation>텍스트를 그대로 읽기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Read them this way</source>
            <translation>이렇게 읽기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Reading finished runs…</source>
            <translation>끝난 실행을 읽는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Reading measurements…</source>
            <translation>측정한 것을 읽는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>Reading predictions…</source>
            <translation>예측을 읽는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Reading runs…</source>
            <translation>실행을 읽는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Reading test predictions…</source>
            <translation>테스트 예측을 읽는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/text_list.py" />
            <source>Reading texts…</source>
            <translation>텍스트를 읽는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/data_sets.py" />
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>Reading the data</source>
            <translation>데이터를 읽는 중</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <source>Reading the design…</source>
            <translation>설계를 읽는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Reading the paper's tables…</source>
            <translation>논문의 표를 읽는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Reading the stored probabilities…</source>
            <translation>저장된 확률을 읽는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>Reading the trials…</source>
            <translation>시행을 읽는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Reading was stopped</source>
            <translation>읽기를 중지했습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>Reading {name}</source>
            <translation>{name} 읽는 중</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Reading {rows}…</source>
            <translation>{rows} 읽는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Reading {source} with every available encoder…</source>
            <translation>사용할 수 있는 모든 인코더로 {source} 읽는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <location filename="../../workbench/pages/data/page.py" />
            <source>Reading {title}…</source>
            <translation>{title} 읽는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <location filename="../../workbench/pages/data/importing/form.py" />
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>Reading…</source>
            <translation>읽는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Real data, a small encoder: hours on a CPU, or a GPU</source>
            <translation>실제 데이터, 작은 인코더: CPU에서 몇 시간, 또는 GPU</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Recall, %</source>
            <translation>재현율, %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>Recipe, unchanged</source>
            <translation>레시피, 변경 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Recipes</source>
            <translation>레시피</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Recipes…</source>
            <translation>레시피…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>Recognised: {layout}. {differences}.</source>
            <translation>인식됨: {layout}. {differences}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Red</source>
            <translation>빨강</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Regression chec&amp;k…</source>
            <translation>회귀 검사(&amp;K)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Regression check</source>
            <translation>회귀 검사</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Relabel as suggested</source>
            <translation>제안대로 변경</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Relabel as…</source>
            <translation>레이블 변경…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Remarks</source>
            <translation>설명</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <location filename="../../workbench/pages/place_tools.py" />
            <source>Remove</source>
            <translation>제거</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/pipeline_strip.py" />
            <source>Remove	Del</source>
            <translation>제거	Del</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>Remove a recipe</source>
            <translation>레시피 제거</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Remove all curves</source>
            <translation>모든 곡선을 지웁니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Remove from comparison</source>
            <translation>비교에서 제거</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Remove s&amp;tar</source>
            <translation>별표 제거(&amp;T)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>Remove the recipe '{title}'?</source>
            <translation>'{title}' 레시피를 제거할까요?</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Remove the saved rule</source>
            <translation>저장된 규칙 삭제</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/filter_field.py" />
            <source>Remove this filter</source>
            <translation>이 필터 삭제</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>Remove this place; its runs stay, here and there</source>
            <translation>이 실행 위치의 등록을 해제합니다. 실행은 이곳과 그곳에 남습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/records.py" />
            <source>Remove this {one}</source>
            <translation>{one} 제거</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Removing the rule…</source>
            <translation>규칙을 제거하는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Repair</source>
            <translation>복구</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Repairing…</source>
            <translation>복구하는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/problem_report.py" />
            <source>Report</source>
            <translation>보고서</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/problem_report.py" />
            <source>Report a problem</source>
            <translation>문제 신고</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Representation</source>
            <translation>표현</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>Reproduce</source>
            <translation>재현</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>Reproduce {name} in size {size}?</source>
            <translation>{name}: {size} 크기로 재현할까요?</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Reproduce…</source>
            <translation>재현…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>Requesting {title} from the hub…</source>
            <translation>허브에 {title} 요청 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Rer&amp;un and compare</source>
            <translation>다시 실행하여 비교(&amp;U)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/column.py" />
            <source>Reset</source>
            <translation>초기화</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>Rest</source>
            <translation>나머지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Restore all values of the recipe</source>
            <translation>레시피의 모든 값으로 되돌립니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Restore the runs that were deleted last</source>
            <translation>마지막으로 삭제한 실행을 되살립니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>Result shown</source>
            <translation>표시할 결과</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <location filename="../../workbench/pages/runs/details/results.py" />
            <location filename="../../workbench/pages/runs/run_view.py" />
            <location filename="../../workbench/pages/settings.py" />
            <source>Results</source>
            <translation>결과</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Results appear here once a stage has been evaluated.</source>
            <translation>단계가 평가되면 여기에 결과가 나타납니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Resume</source>
            <translation>재개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Retry with chan&amp;ges…</source>
            <translation>바꾸어 다시 시도(&amp;G)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>Retry with changes</source>
            <translation>바꾸어 다시 시도</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Revert all</source>
            <translation>모두 되돌리기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/column.py" />
            <source>Revert all changes on this card</source>
            <translation>이 카드의 변경을 모두 되돌리기</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/rows.py" />
            <source>Revert: {field} {value}</source>
            <translation>되돌리기: {field} {value}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Right</source>
            <translation>오른쪽</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/words.py" />
            <source>Ringed: no other is better on both</source>
            <translation>고리: 둘 다 더 나은 것이 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Risk and coverage</source>
            <translation>위험과 커버리지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <location filename="../../workbench/pages/data/texts/table.py" />
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Row</source>
            <translation>행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Row order</source>
            <translation>행 순서</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Row {row} of {part}, before and after</source>
            <translation>{part}의 행 {row}, 전과 후</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Row {row}, {label}</source>
            <translation>행 {row}, {label}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Rows and answers</source>
            <translation>행과 답</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Rows of a spreadsheet, or lines of a file, from the clipboard</source>
            <translation>클립보드에 있는 스프레드시트의 행 또는 파일의 줄</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Rows without text or label</source>
            <translation>텍스트나 레이블이 없는 행</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/confusion.py" />
            <source>Rows: true class. Columns: predicted. Orange: errors.</source>
            <translation>행: 실제 클래스. 열: 예측. 주황: 오류.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/pages/compare/explore.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Run</source>
            <translation>실행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <location filename="../../workbench/pages/design/head.py" />
            <source>Run</source>
            <comment>button: start it</comment>
            <translation>실행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Run &amp;baselines</source>
            <translation>기준선 실행(&amp;B)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Run again</source>
            <translation>다시 실행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>Run baselines</source>
            <translation>기준선 실행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Run of the map</source>
            <translation>맵의 실행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Run on the left</source>
            <translation>왼쪽 실행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Run on the right</source>
            <translation>오른쪽 실행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Run queued</source>
            <translation>실행을 대기열에 추가했습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/rows.py" />
            <source>Run {field} {value} as well, and compare</source>
            <translation>{field} {value}도 함께 실행하여 비교</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>Run {id} repeats run {of}; its notes report whether it is identical.</source>
            <translation>실행 {id}이(가) 실행 {of}을(를) 다시 실행합니다. 똑같은지는 메모에 적힙니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>Run {id}, {name}, is queued.</source>
            <translation>실행 {id}({name})을(를) 대기열에 추가했습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/known_encoders.py" />
            <source>Run {number}, stage {stage}</source>
            <translation>실행 {number}, 단계 {stage}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>Run {runs} runs</source>
            <translation>실행 {runs}개 시작</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Run {run}, {name}: {steps:,} updates.</source>
            <translation>실행 {run}, {name}: 업데이트 {steps:,}번.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <source>Running</source>
            <translation>실행 중</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/__init__.py" />
            <location filename="../../workbench/pages/compare/page.py" />
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <location filename="../../workbench/pages/settings.py" />
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>Runs</source>
            <translation>실행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Runs are kept in</source>
            <translation>실행 보관 위치</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Runs at once</source>
            <translation>동시 실행 수</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Runs count how often a training text is forgotten while the probe “Examples” is on.</source>
            <translation>“예제” 프로브가 켜져 있으면 실행이 학습 텍스트를 잊은 횟수를 셉니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Runs of each trial, with as many seeds, counted from the design's.</source>
            <translation>시행마다 이만큼의 시드로 실행하며, 설계의 시드부터 셉니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Runs side by side</source>
            <translation>나란히 놓은 실행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <source>Runs to compare</source>
            <translation>비교할 실행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_view.py" />
            <source>Runs ›</source>
            <translation>실행 ›</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>S&amp;tar</source>
            <translation>별표(&amp;T)</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plot_card.py" />
            <source>SVG drawing (*.svg)</source>
            <translation>SVG 그림 (*.svg)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Sample</source>
            <translation>샘플</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_dialog.py" />
            <source>Save</source>
            <translation>저장</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Save answers</source>
            <translation>답 저장</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Save as &amp;capsule…</source>
            <translation>캡슐로 저장(&amp;C)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Save as capsule</source>
            <translation>캡슐로 저장</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Save as new version</source>
            <translation>새 버전으로 저장</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Save as…</source>
            <translation>다른 이름으로 저장…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Save everything readable to a new store; the damaged one is kept</source>
            <translation>읽을 수 있는 것을 모두 온전한 저장소에 저장합니다. 손상된 저장소는 보관합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Save it with the model</source>
            <translation>모델과 함께 저장합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>Save the experiment</source>
            <translation>실험 저장</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>Save the import</source>
            <translation>가져오기 저장</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/problem_report.py" />
            <source>Save the report</source>
            <translation>보고서 저장</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/filter_field.py" />
            <source>Save this filter</source>
            <translation>이 필터 보관</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Save this rule</source>
            <translation>이 규칙 저장</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>Save what is shown (Ctrl+E)</source>
            <translation>표시된 내용 저장(Ctrl+E)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Save what the drawn runs forgot as a page to read or print</source>
            <translation>표시된 실행이 잊은 것을 읽거나 인쇄할 페이지로 저장합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/filter_field.py" />
            <source>Saved filters</source>
            <translation>보관된 필터</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <location filename="../../workbench/plots/plot_card.py" />
            <source>Saved {name}</source>
            <translation>저장했습니다: {name}</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/problem_report.py" />
            <source>Saved {name}.</source>
            <translation>저장했습니다: {name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Saved {runs:,} runs, {rows:,} rows in all.</source>
            <translation>실행 {runs:,}개, 모두 {rows:,}행을 저장했습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <location filename="../../workbench/pages/lab/page.py" />
            <location filename="../../workbench/report/report_line.py" />
            <source>Saved {target}</source>
            <translation>저장했습니다: {target}</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/problem_report.py" />
            <source>Save…</source>
            <translation>저장…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Saving the new version…</source>
            <translation>새 버전을 저장하는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Saving the rule…</source>
            <translation>규칙을 저장하는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/explore.py" />
            <source>Scatter</source>
            <translation>산점도</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Score</source>
            <translation>점수</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <location filename="../../workbench/widgets/command_field.py" />
            <location filename="../../workbench/widgets/inputs.py" />
            <source>Search</source>
            <translation>탐색</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>Search on this page</source>
            <translation>이 페이지에서 검색</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Search recipes</source>
            <translation>레시피 검색</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Search res&amp;ults…</source>
            <translation>탐색 결과(&amp;U)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Search settings</source>
            <translation>설정 탐색</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Search texts</source>
            <translation>텍스트 검색</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>Search {id}: {name}</source>
            <translation>탐색 {id}: {name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Search {number} continues</source>
            <translation>탐색 {number}: 계속합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Search {number} has started</source>
            <translation>탐색 {number}: 시작했습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>Search {search}</source>
            <translation>탐색 {search}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Searching for settings</source>
            <translation>설정 탐색</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Second</source>
            <translation>두 번째 답</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Second measure</source>
            <translation>두 번째 측정값</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Seeds</source>
            <translation>시드 수</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Seeds of unequal length: means end with the shortest.</source>
            <translation>시드의 길이가 다릅니다. 평균은 가장 짧은 시드에서 끝납니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Seeds probed at different steps: between two measurements a straight line.</source>
            <translation>시드마다 측정한 스텝이 다릅니다. 두 측정 사이는 직선입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Seeds: mean ± s.d.</source>
            <translation>시드: 평균 ± 표준편차</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Seeds: mean, 95 % interval</source>
            <translation>시드: 평균, 95 % 구간</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/edit_menu.py" />
            <source>Select &amp;all</source>
            <translation>모두 선택(&amp;A)</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/forms.py" />
            <source>Select a field to see its description</source>
            <translation>필드를 선택하면 그 뜻을 여기에서 읽을 수 있습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Select a run to read its log</source>
            <translation>실행을 선택하면 로그를 읽을 수 있습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Select a run to read its results.</source>
            <translation>실행을 선택하면 결과가 표시됩니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Select a run to read its settings.</source>
            <translation>실행을 선택하면 설정을 읽을 수 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>Select a run.</source>
            <translation>실행을 선택하세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Select one run to rename it.</source>
            <translation>이름을 바꾸려면 실행을 하나만 선택하세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Select two or more runs on the Runs page and choose Compare, or add the newest here.</source>
            <translation>실행 페이지에서 실행을 두 개 이상 선택하고 비교를 누르거나, 여기서 최근 실행을 추가하세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Selected checkpoint, 95 % intervals: {text}</source>
            <translation>선택된 체크포인트, 95 % 구간: {text}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Separator of joined columns</source>
            <translation>이어 붙인 열의 구분자</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Set PALIMPSEST_HOME to move it and the other folders.</source>
            <translation>PALIMPSEST_HOME을 설정하면 이 파일과 다른 폴더를 다른 곳에 둡니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>Set aside: {file}.</source>
            <translation>따로 둔 것: {file}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/__init__.py" />
            <location filename="../../workbench/pages/runs/search_results.py" />
            <location filename="../../workbench/pages/settings.py" />
            <source>Settings</source>
            <translation>설정</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>Settings of '{name}' to change, as on the command line;
a list makes a sweep: batch_size=12 learning_rate=[2e-5,5e-5]</source>
            <translation>'{name}'에서 바꿀 설정을 명령줄처럼 적습니다.
목록은 스윕이 됩니다: batch_size=12 learning_rate=[2e-5,5e-5]</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Settings of the run, as TOML</source>
            <translation>실행의 설정, TOML</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Settings, frozen when it was queued</source>
            <translation>설정, 대기열에 넣을 때 확정됨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Several labels for each text</source>
            <translation>텍스트마다 여러 레이블</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Several text columns</source>
            <translation>여러 텍스트 열</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Several texts</source>
            <translation>텍스트 여러 개</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/rows.py" />
            <source>Several values of {label}</source>
            <translation>{label}의 여러 값</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/editors.py" />
            <source>Several values, separated by commas</source>
            <translation>여러 값, 쉼표로 구분</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/questions.py" />
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <location filename="../../workbench/pages/design/form/column.py" />
            <source>Show</source>
            <translation>보기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Show &amp;log</source>
            <translation>로그 보기(&amp;L)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <location filename="../../workbench/plots/curve_plot.py" />
            <source>Show all</source>
            <translation>모두 보기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>Show all errors</source>
            <translation>모든 오류 보기</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>Show its run</source>
            <translation>실행 보기</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>Show its {runs} runs</source>
            <translation>실행 {runs}개 보기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Show me</source>
            <translation>안내 보기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Show the run on the whole page</source>
            <translation>페이지 전체에 실행을 표시합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Show the selected runs on the Runs page</source>
            <translation>선택한 실행을 실행 페이지에서 보기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Show {random_texts} texts drawn at random</source>
            <translation>무작위로 뽑은 텍스트 {random_texts}개 보기</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/cards.py" />
            <source>Show {title} as a table</source>
            <translation>{title}: 표로 보기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/questions.py" />
            <source>Show {what}</source>
            <translation>{what} 보기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Show: {message}</source>
            <translation>보기: {message}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Showing</source>
            <translation>표시</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Similarity to the pre-trained layers</source>
            <translation>사전 학습된 층과의 유사도</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Single runs: a difference may come from the seed alone.</source>
            <translation>단일 실행: 차이가 시드만으로 생겼을 수 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Single runs: small differences may be chance; group seeds to see their spread.</source>
            <translation>단일 실행: 작은 차이는 우연일 수 있습니다. 시드를 묶으면 흩어진 정도를 볼 수 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Size of the paper's experiments</source>
            <translation>논문 실험의 크기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Size of the recipe</source>
            <translation>레시피의 크기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Sizes</source>
            <translation>크기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>Slice</source>
            <translation>슬라이스</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>Slices</source>
            <translation>슬라이스</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>Small</source>
            <translation>소형</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <location filename="../../workbench/pages/settings.py" />
            <source>Smoothing</source>
            <translation>평활</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>Smoothing of the training loss</source>
            <translation>학습 손실의 평활</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/export.py" />
            <source>Solid blue line: {support}. Dotted orange line: {against}.</source>
            <translation>파란 실선: {support}. 주황 점선: {against}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>Sorting texts into slices…</source>
            <translation>텍스트를 슬라이스로 나누는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>Spanish</source>
            <translation>스페인어</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>Speed</source>
            <translation>속도</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Split</source>
            <translation>분할</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Split column</source>
            <translation>분할 열</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Split whose predictions are shown</source>
            <translation>예측을 표시할 분할</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Splits</source>
            <translation>분할</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>Stability and plasticity</source>
            <translation>안정성과 가소성</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <source>Stage</source>
            <translation>단계</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <source>Stage shown</source>
            <translation>표시할 단계</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/findings.py" />
            <source>Stages added, removed or moved</source>
            <translation>단계가 추가, 제거 또는 이동됨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/filter_field.py" />
            <source>Starred</source>
            <translation>별표</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Start a&amp;gain…</source>
            <translation>다시 시작(&amp;G)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>Start again</source>
            <translation>다시 시작</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Start search</source>
            <translation>탐색 시작</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>Start {what} again from the beginning? Checkpoints and measures so far are removed.</source>
            <translation>{what}: 처음부터 다시 시작할까요? 지금까지의 체크포인트와 측정값은 제거됩니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Started</source>
            <translation>시작</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Started from {title}; undo restores the previous draft</source>
            <translation>{title}(으)로 시작했습니다. 되돌리면 이전 초안으로 돌아갑니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/filter_field.py" />
            <source>Started today</source>
            <translation>오늘 시작됨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Starting</source>
            <translation>시작하는 중</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Starting…</source>
            <translation>시작하는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/pipeline_strip.py" />
            <source>Starts from</source>
            <translation>출발점</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>State</source>
            <translation>상태</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Statistics</source>
            <translation>통계</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Status</source>
            <translation>상태</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <location filename="../../workbench/plots/curve_plot.py" />
            <location filename="../../workbench/plots/heat_map.py" />
            <source>Step</source>
            <translation>스텝</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/data/page.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Stop</source>
            <translation>중지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Stop at the next update</source>
            <translation>다음 업데이트에서 중지합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Stop at the next update, with a checkpoint; the same key resumes from there</source>
            <translation>체크포인트를 남기고 다음 업데이트에서 멈춥니다. 같은 키로 이어서 진행합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/closing.py" />
            <source>Stop it</source>
            <translation>중지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>Stop search</source>
            <translation>탐색 중지</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/closing.py" />
            <source>Stop them</source>
            <translation>모두 중지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Stopped</source>
            <translation>중지됨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Store</source>
            <translation>저장소</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>Strategy</source>
            <translation>전략</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Stronger contrast</source>
            <translation>더 강한 대비</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Suggested</source>
            <translation>제안</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Sun et al. 2019: BERT-base, 512 tokens, head + tail</source>
            <translation>Sun et al. 2019: BERT-base, 토큰 512개, 헤드 + 테일</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Swap</source>
            <translation>맞바꾸기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Swap the older and the newer run</source>
            <translation>이전 실행과 새 실행을 맞바꿉니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Swap the two runs</source>
            <translation>두 실행 맞바꾸기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Sweep</source>
            <translation>스윕</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Sweep, then seed</source>
            <translation>스윕, 그다음 시드</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>Switch on Measure forgetting among the probes and run it again.</source>
            <translation>프로브에서 망각 측정을 켜고 다시 실행하세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>TPE prefers values near the best so far.</source>
            <translation>TPE는 지금까지 가장 좋은 값에 가까운 값을 고릅니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>Table copied as {names}</source>
            <translation>표를 {names} 형식으로 복사했습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Table or figure of the paper</source>
            <translation>논문의 표 또는 그림</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>Table {number}  {title}</source>
            <translation>표 {number}  {title}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Tag</source>
            <translation>태그</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/fields.py" />
            <source>Tags</source>
            <translation>태그</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/fields.py" />
            <source>Tags of the run</source>
            <translation>실행의 태그</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Takes effect at the next start of the window.</source>
            <translation>창을 다음에 열 때부터 적용됩니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Task</source>
            <translation>태스크</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Teal</source>
            <translation>청록</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <location filename="../../workbench/pages/runs/details/results.py" />
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Test</source>
            <translation>테스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>Test</source>
            <comment>button: try whether it answers</comment>
            <translation>테스트</translation>
        </message>
        <message>
            <location filename="../../workbench/engine_texts.py" />
            <source>Test accuracy, %</source>
            <translation>테스트 정확도, %</translation>
        </message>
        <message>
            <location filename="../../workbench/engine_texts.py" />
            <source>Test error, %</source>
            <translation>테스트 오류율, %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Test file</source>
            <translation>테스트 파일</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/statistics_bar.py" />
            <source>Test metric of the comparison</source>
            <translation>비교의 테스트 지표</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Test result of the checkpoint that validation chose; measured once, at the end</source>
            <translation>검증이 고른 체크포인트의 테스트 결과. 끝에서 한 번 측정</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Test results of each run's final weights; each run was tested once.</source>
            <translation>각 실행의 최종 가중치의 테스트 결과이며, 실행마다 한 번 테스트했습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Test texts with label, prediction and confidence, as CSV, TSV, JSON lines or Parquet</source>
            <translation>레이블, 예측, 확신도가 있는 테스트 텍스트를 CSV, TSV, JSON Lines 또는 Parquet으로</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Test {metric}</source>
            <translation>테스트 {metric}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>Test: held out of train</source>
            <translation>테스트: 학습 분할에서 떼어 냄</translation>
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
            <translation>텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>Text (*.txt *.txt.gz *.txt.xz *.txt.bz2);;All files (*)</source>
            <translation>텍스트 (*.txt *.txt.gz *.txt.xz *.txt.bz2);;모든 파일 (*)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <location filename="../../workbench/shell/problem_report.py" />
            <source>Text (*.txt)</source>
            <translation>텍스트 (*.txt)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>Text (*.txt);;All files (*)</source>
            <translation>텍스트 (*.txt);;모든 파일 (*)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>Text = file, label = folder name</source>
            <translation>텍스트 = 파일, 레이블 = 폴더 이름</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>Text = {text}, label = {column}</source>
            <translation>텍스트 = {text}, 레이블 = {column}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>Text column</source>
            <translation>텍스트 열</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Text files are counted when the first run reads them.</source>
            <translation>텍스트 파일은 첫 실행이 읽을 때 셉니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>Text files…</source>
            <translation>텍스트 파일 여러 개…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Text from the test set</source>
            <translation>테스트 분할의 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Text size</source>
            <translation>글자 크기</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>Text size {percent} % after the next start</source>
            <translation>창을 다음에 열 때부터 글자 크기 {percent} %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>Text to classify</source>
            <translation>분류할 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Text with a contrast of at least 7 to 1, lines of at least 3 to 1</source>
            <translation>글자는 바탕과 7 대 1 이상, 선은 3 대 1 이상</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/table.py" />
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Texts</source>
            <translation>텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>Texts and labels</source>
            <translation>텍스트와 레이블</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Texts changed: {parts}.</source>
            <translation>바뀐 텍스트: {parts}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Texts cut</source>
            <translation>잘린 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Texts of more than {most} fractions</source>
            <translation>조각이 {most}개를 넘는 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>Texts of the map</source>
            <translation>맵의 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Texts of the selected cell</source>
            <translation>선택한 칸의 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Texts that the runs disagree on</source>
            <translation>실행들의 답이 다른 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Texts that were right and are wrong now</source>
            <translation>맞았다가 지금은 틀린 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Texts, tokens and results of layers that runs share. All of it can be recomputed; files in use by a run stay</source>
            <translation>실행들이 함께 쓰는 텍스트, 토큰, 층의 결과입니다. 모두 다시 만들 수 있으며, 진행 중인 실행이 쓰는 것은 남깁니다</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/chips.py" />
            <source>That range has {many:,} values; at most {most} make sense.</source>
            <translation>그 범위에는 값이 {many:,}개 있습니다. 최대 {most}개입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>The Lab needs the engine</source>
            <translation>실험실에는 엔진이 필요합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>The Lab tries texts on fine-tuned encoders; a bag of words leaves none. Finish a run, for example of the Quickstart recipe.</source>
            <translation>실험실에서는 미세 조정된 인코더에 텍스트를 시험합니다. 단어 가방 모델은 인코더를 남기지 않습니다. 예를 들어 Quickstart 레시피로 실행을 하나 끝내세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>The bundled texts</source>
            <translation>내장 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>The catalogue cannot be read</source>
            <translation>카탈로그를 읽을 수 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>The chosen value is the best of several on the same validation texts, so it is optimistic; the test result of the chosen run is not.</source>
            <translation>선택된 값은 같은 검증 텍스트에서 여럿 중 가장 좋은 것이므로 실제보다 좋아 보입니다. 선택된 실행의 테스트 결과는 그렇지 않습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/table.py" />
            <source>The class. Click: sort by class</source>
            <translation>클래스. 클릭: 클래스순 정렬</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>The colour and dash of its curves</source>
            <translation>곡선의 색과 선 모양</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>The column that says which rows are for training, validation and test; none: every row is drawn.</source>
            <translation>행이 학습, 검증, 테스트 중 어디에 쓰이는지 알려 주는 열입니다. 없음: 모든 행을 나눕니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>The column with the labels to learn.</source>
            <translation>학습할 것이 들어 있는 열입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>The command line</source>
            <translation>명령줄</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/cost_matrix.py" />
            <source>The cost of giving each label wrongly, and of missing it.</source>
            <translation>각 레이블을 잘못 부여하거나 놓칠 때의 비용입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>The curves of a training as a run: of transformers' Trainer or TensorBoard</source>
            <translation>학습의 곡선을 실행으로: transformers의 Trainer 또는 TensorBoard</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>The damaged store as it was: {file}</source>
            <translation>손상된 원래 저장소: {file}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>The data set cannot be read</source>
            <translation>데이터셋을 읽을 수 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>The data set itself stays as it is</source>
            <translation>데이터셋 자체는 그대로입니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>The design now uses the new encoder; undo restores the previous one</source>
            <translation>새 인코더를 설계에 적용했습니다. 되돌리면 이전 인코더로 돌아갑니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>The design's own</source>
            <translation>설계와 같음</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/store_threads.py" />
            <source>The devices of this computer cannot be listed: {error}</source>
            <translation>이 컴퓨터의 장치 목록을 가져올 수 없습니다: {error}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>The encoder began untrained, without knowledge from pre-training.</source>
            <translation>인코더가 사전 학습의 지식 없이, 학습되지 않은 상태로 시작했습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>The encoder has no masked-word head; one was fitted once on the frozen original.</source>
            <translation>인코더에 마스킹된 단어 헤드가 없어, 동결한 원래 인코더에 한 번 맞추었습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>The file is being read</source>
            <translation>파일을 읽는 중입니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>The filter is incomplete. An example: test &lt; 4</source>
            <translation>필터가 완성되지 않았습니다. 예: test &lt; 4</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>The first {runs:,} of {total:,} runs; search to narrow down.</source>
            <translation>실행 {total:,}개 중 처음 {runs:,}개입니다. 검색하여 좁히세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>The first {shown} of {all}.</source>
            <translation>{all}개 중 처음 {shown}개입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>The guide to a first run, which leads through these steps</source>
            <translation>첫 실행을 이 단계대로 이끄는 안내입니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>The hub has a copy of its {many:,} texts ({name}), {size}. Download it once, or choose a copy of your own.</source>
            <translation>허브에 텍스트 {many:,}개의 사본이 있습니다({name}, {size}). 한 번 내려받거나 자신의 사본을 지정하세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>The label is right (K)</source>
            <translation>레이블이 맞음(K)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>The largest probability</source>
            <translation>가장 큰 확률</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>The largest probability is the answer</source>
            <translation>확률이 가장 큰 것이 답입니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>The least expected cost…</source>
            <translation>가장 작은 기대 비용…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>The least recently used files are removed first; 0: no limit</source>
            <translation>가장 오래 쓰지 않은 것부터 지웁니다. 0은 제한 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>The missing runs of {name} in size {size} are in the queue already.</source>
            <translation>{name}: {size} 크기의 남은 실행이 이미 대기열에 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>The model answers with the largest probability again</source>
            <translation>모델이 다시 가장 큰 확률로 답합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>The model answers without a rule.</source>
            <translation>모델이 규칙 없이 답합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/cli_answers.py" />
            <source>The model of run {run} is here</source>
            <translation>실행 {run}의 모델은 여기에 있습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/cli_answers.py" />
            <source>The model of run {run} is requested from {place}</source>
            <translation>실행 {run}의 모델을 {place}에 요청 중</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>The model runs on the CPU with low priority; training has precedence</source>
            <translation>모델이 CPU에서 낮은 우선순위로 실행됩니다(학습 우선)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>The most frequent class has {n:,} times the texts of the rarest.</source>
            <translation>가장 많은 클래스의 텍스트가 가장 적은 클래스의 {n:,}배입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/numbers.py" />
            <source>The number has to be finite.</source>
            <translation>유한한 수여야 합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>The other texts</source>
            <translation>다른 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>The paper</source>
            <translation>논문</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>The paper has no numbers here</source>
            <translation>여기에 해당하는 논문의 수치가 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>The paper's</source>
            <translation>논문의 결과</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>The paper's IMDb set-up</source>
            <translation>논문의 IMDb 설정</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>The paper's table with our results</source>
            <translation>논문의 표와 우리의 결과</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>The paper's tables</source>
            <translation>논문의 표</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>The paper's tables cannot be filled</source>
            <translation>논문의 표를 채울 수 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>The part already read is not kept.</source>
            <translation>읽은 내용은 보관되지 않습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/prediction_server.py" />
            <source>The prediction process has ended (exit code {code}). {text}</source>
            <translation>예측 프로세스가 종료되었습니다(종료 코드 {code}). {text}</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/prediction_server.py" />
            <source>The prediction process has ended several times. {text}</source>
            <translation>예측 프로세스가 여러 번 종료되었습니다. {text}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>The process is running but writes nothing; it may be suspended.</source>
            <translation>프로세스가 실행 중이지만 아무것도 쓰지 않습니다. 일시 중지되었을 수 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>The queue cannot be built</source>
            <translation>대기열을 만들 수 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/store_threads.py" />
            <source>The queue of {device} has stopped: {error_sentence}</source>
            <translation>{device}의 대기열이 멈췄습니다: {error_sentence}</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/problem_report.py" />
            <source>The report has versions, the machine, states of the last runs and code locations of the last faults, but no texts, names or secrets. Nothing is sent: read it, remove what you like, and add what you did.</source>
            <translation>보고서에는 버전, 컴퓨터, 최근 실행의 상태, 최근 오류가 난 코드의 위치가 있고 텍스트, 이름, 비밀은 없습니다. 아무것도 보내지 않습니다. 읽어 보고, 원하는 것은 지우고, 무엇을 했는지 덧붙여 주세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>The ring marks the best value</source>
            <translation>고리는 가장 좋은 값을 나타냅니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/head.py" />
            <source>The rows of a table, all at once</source>
            <translation>표의 행을 한꺼번에</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>The rule was removed.</source>
            <translation>규칙을 제거했습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>The run ended before its first measurement.</source>
            <translation>첫 측정 전에 실행이 끝났습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>The run is deleted.</source>
            <translation>실행을 삭제했습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>The run whose attention is shown</source>
            <translation>어텐션을 표시할 실행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>The run whose model is used</source>
            <translation>답을 구할 모델의 실행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>The run's number, as the command line takes it</source>
            <translation>명령줄에서 쓰는 실행의 번호</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>The runs as points over any two settings or measures</source>
            <translation>임의의 두 설정 또는 측정값 위에 실행을 점으로 표시</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>The same settings and seeds give the same results.</source>
            <translation>설정과 시드가 같으면 결과도 같습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>The same settings with some changes, as a new run</source>
            <translation>일부만 바꾼 같은 설정으로 새 실행을 만듭니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>The same specification, seeds and data again; notes report whether the result is identical</source>
            <translation>같은 명세, 시드, 데이터로 한 번 더 실행합니다. 결과가 똑같은지는 메모에 적힙니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>The selected text</source>
            <translation>선택한 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/store_threads.py" />
            <source>The session is closed.</source>
            <translation>세션이 닫혔습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>The stages are not the recipe's; save the draft as TOML and run that file.</source>
            <translation>단계가 레시피의 것과 다릅니다. 초안을 TOML로 저장하고 그 파일을 실행하세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/chips.py" />
            <source>The step of a range must be above 0.</source>
            <translation>범위의 간격은 0보다 커야 합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <source>The store cannot be opened</source>
            <translation>저장소를 열 수 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/store_threads.py" />
            <source>The store cannot be read: {error}</source>
            <translation>저장소를 읽을 수 없습니다: {error}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>The suggested class is right (R)</source>
            <translation>제안된 클래스가 맞음(R)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>The sweep is not the recipe's; save the draft as TOML and run that file.</source>
            <translation>스윕이 레시피의 것과 다릅니다. 초안을 TOML로 저장하고 그 파일을 실행하세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>The table shows the results. For more seeds open the recipe in Design and add them to Seed.</source>
            <translation>결과는 표에 있습니다. 시드를 늘리려면 설계에서 레시피를 열고 시드에 추가하세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/reading_pane.py" />
            <source>The text as the model sees it</source>
            <translation>모델이 보는 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>The texts cannot be shown</source>
            <translation>텍스트를 표시할 수 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>The texts cannot be shown: {reason}</source>
            <translation>텍스트를 표시할 수 없습니다: {reason}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>The texts of {title} are read as they are.</source>
            <translation>{title}의 텍스트를 그대로 읽습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>The texts of {title} are read without escapes and mark-up.</source>
            <translation>{title}의 텍스트를 이스케이프와 마크업 없이 읽습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>The time is being estimated.</source>
            <translation>걸리는 시간을 추정하는 중입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>The time is known once a run with this encoder has finished here.</source>
            <translation>이 인코더를 쓰는 실행이 여기서 하나 끝나면 걸리는 시간을 알 수 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>The trials of the search that the run belongs to</source>
            <translation>실행이 속한 탐색의 시행들</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>The two runs were not tested on the same texts.</source>
            <translation>두 실행은 같은 텍스트로 테스트되지 않았습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>The unpacked folder of {title}</source>
            <translation>{title}의 압축을 푼 폴더</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>The validation metric that trials are compared by.</source>
            <translation>시행을 비교하는 검증 지표입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>The window then needs {size} px, more than this screen has.</source>
            <translation>그러면 창에 {size} px가 필요해 이 화면에 들어가지 않습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>The {count} with the newer run's highest confidence are listed.</source>
            <translation>새 실행의 확신도가 가장 높은 {count}개를 나열합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/add_runs.py" />
            <source>There are no runs yet</source>
            <translation>아직 실행이 없습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>There is no confusion to list texts of.</source>
            <translation>텍스트를 나열할 혼동이 없습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>There is nothing to list for this run.</source>
            <translation>이 실행에는 나열할 것이 없습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/closing.py" />
            <source>They continue without the window; open it again to see the progress.</source>
            <translation>창을 닫아도 계속할 수 있습니다. 다시 열면 얼마나 진행되었는지 볼 수 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>This cannot be undone.</source>
            <translation>이 작업은 되돌릴 수 없습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <location filename="../../workbench/pages/settings.py" />
            <source>This computer</source>
            <translation>이 컴퓨터</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>This design is queued already, or has run. Queue it once more?</source>
            <translation>이 설계는 이미 대기열에 있거나 실행되었습니다. 한 번 더 대기열에 넣을까요?</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>This draft did not begin with a recipe; save it as TOML and run that file.</source>
            <translation>이 초안은 레시피에서 시작하지 않았습니다. TOML로 저장하고 그 파일을 실행하세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>This example needs no network: {data} and a small BERT are bundled with Palimpsest.</source>
            <translation>이 예제에 필요한 것은 모두 Palimpsest에 들어 있습니다. {data}, 그리고 작은 BERT입니다. 네트워크 없이 동작합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>This includes {n} shared stage, trained once.</source>
            <translation>한 번만 학습하는 공유 단계 {n}개가 포함됩니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>This includes {n} shared stages, each trained once.</source>
            <translation>각각 한 번만 학습하는 공유 단계 {n}개가 포함됩니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>This model</source>
            <translation>이 모델</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>This model has no layout {layout}: {reason}.</source>
            <translation>이 모델은 {layout}(으)로 내보낼 수 없습니다: {reason}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>This rule is saved with the model.</source>
            <translation>이 규칙은 모델과 함께 저장되었습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>This run omits the stage.</source>
            <translation>이 실행은 이 단계를 생략합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>This run stored none: its data set has no test split.</source>
            <translation>이 실행에는 저장된 예측이 없습니다. 데이터셋에 테스트 분할이 없습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/session.py" />
            <source>This store is read-only: its file or folder cannot be written to. No run can start here.</source>
            <translation>이 저장소는 읽기 전용입니다: 파일이나 폴더에 쓸 수 없습니다. 여기서는 실행을 시작할 수 없습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>This text</source>
            <translation>이 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/store_tools.py" />
            <source>This window has the store open. Close it, then run: palimpsest store repair</source>
            <translation>이 창이 저장소를 열고 있습니다. 창을 닫은 다음 실행하세요: palimpsest store repair</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Threads</source>
            <translation>스레드 수</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Threshold</source>
            <translation>임곗값</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Thresholds</source>
            <translation>임곗값</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Thresholds and decision rules</source>
            <translation>임곗값과 결정 규칙</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>Thresholds, costs, calibration, or no answer where the model is unsure: tuned on validation texts</source>
            <translation>임곗값, 비용, 보정, 또는 모델이 확신하지 못할 때 답하지 않기: 검증 텍스트에서 조율</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <source>Time</source>
            <translation>시간</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Time at an assumed speed of its GPU. More exact once a run has finished.</source>
            <translation>GPU의 속도를 가정하여 얻은 시간입니다. 실행이 하나 끝나면 더 정확해집니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Time from a short trial of this computer's speed. More exact once a run has finished.</source>
            <translation>이 컴퓨터의 속도를 잠깐 시험하여 얻은 시간입니다. 실행이 하나 끝나면 더 정확해집니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Time from {many} with this encoder {where}.</source>
            <translation>{where} 이 인코더로 한 {many}에서 얻은 시간입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Time left</source>
            <translation>남은 시간</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Time per run</source>
            <translation>실행당 시간</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Times</source>
            <translation>횟수</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>To</source>
            <translation>대상</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>To the &amp;front of the queue</source>
            <translation>대기열 맨 앞으로(&amp;F)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/table.py" />
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Tokens</source>
            <translation>토큰</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/truncation_bar.py" />
            <source>Tokens kept</source>
            <translation>유지하는 토큰</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Tokens lost over all texts</source>
            <translation>모든 텍스트에서 잃은 토큰</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/table.py" />
            <source>Tokens of the whole text. Click: longest or shortest first</source>
            <translation>텍스트 전체의 토큰 수. 클릭: 긴 것 또는 짧은 것부터</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/table.py" />
            <source>Tokens that do not fit and are cut</source>
            <translation>길이를 넘어 잘리는 토큰</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Top layers put back</source>
            <translation>되돌린 상위 층</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Total time</source>
            <translation>총 시간</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Train</source>
            <translation>학습</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Train again…</source>
            <translation>다시 학습…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Train your first model</source>
            <translation>첫 모델 학습하기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>Training loss</source>
            <translation>학습 손실</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>Training needs PyTorch, which is not installed here.</source>
            <translation>학습에는 PyTorch가 필요하지만 여기에 설치되어 있지 않습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>Training takes {duration}.</source>
            <translation>학습에 {duration} 걸립니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Training text</source>
            <translation>학습 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Training texts that were forgotten</source>
            <translation>잊은 학습 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <source>Training time, s</source>
            <translation>학습 시간, 초</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Training time, without pauses</source>
            <translation>일시 중지를 뺀 학습 시간</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>Trial</source>
            <translation>시행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>Trials</source>
            <translation>시행 수</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/truncation_bar.py" />
            <source>Truncation of long texts</source>
            <translation>긴 텍스트의 절단</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Try a second learning rate and compare</source>
            <translation>다른 학습률로 시도하고 비교하기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Try a text</source>
            <translation>텍스트 시험</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Try again</source>
            <translation>다시 시도</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/forms.py" />
            <source>Try several values of {label}</source>
            <translation>{label}의 여러 값 시도</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Try {label}</source>
            <translation>{label} 시험</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>Trying texts on trained models</source>
            <translation>학습된 모델에 텍스트 시험하기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Tune</source>
            <translation>조율</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Tuning on the validation texts…</source>
            <translation>검증 텍스트에서 조율하는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Tutorial: from a CSV file to a model in use</source>
            <translation>튜토리얼: CSV 파일에서 모델 사용까지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Tutorial: measure and prevent forgetting</source>
            <translation>튜토리얼: 망각을 측정하고 막기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Tutorial: reproduce a table of the paper</source>
            <translation>튜토리얼: 논문의 표 재현하기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Two runs can agree or disagree only on classes.</source>
            <translation>두 실행의 일치와 불일치는 클래스에 대해서만 말할 수 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>Two-sided, adjusted for the number of comparisons shown (Holm 1979)</source>
            <translation>양측, 표시된 비교 수로 보정(Holm 1979)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>Type a text above, or take one from the test set.</source>
            <translation>위에 텍스트를 입력하거나 테스트 분할에서 가져오세요.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/action_table.py" />
            <source>Unarchi&amp;ve</source>
            <translation>보관에서 꺼내기(&amp;V)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Undecided</source>
            <translation>미결정</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Under the design's name, among the recipes</source>
            <translation>설계의 이름으로 레시피에 보관합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>Undo</source>
            <translation>되돌리기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Undo the decision (U)</source>
            <translation>결정 취소(U)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Up = changed more. Mean Jensen–Shannon divergence, bits</source>
            <translation>위 = 더 바뀜. 평균 젠슨–섀넌 발산, 비트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Up = forgot more. % of training texts, right once and wrong later</source>
            <translation>위 = 더 잊음. 한때 맞았다가 나중에 틀린 학습 텍스트의 %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Up = forgot more. Nats per hidden word of general text</source>
            <translation>위 = 더 잊음. 일반 텍스트의 가려진 단어당 nat</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Up = forgot more. Perplexity on general text, × before</source>
            <translation>위 = 더 잊음. 일반 텍스트의 퍼플렉서티, × 학습 전</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Up = moved more. Relative distance of all weights</source>
            <translation>위 = 더 움직임. 모든 가중치의 상대 거리</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Update a model with new data</source>
            <translation>새 데이터로 모델 갱신하기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Updates</source>
            <translation>업데이트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Updates of each task</source>
            <translation>태스크별 업데이트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Updates of each task in an epoch</source>
            <translation>한 에폭의 태스크별 업데이트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>Updates per pass</source>
            <translation>한 번 도는 업데이트 수</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>Updates per run</source>
            <translation>실행당 업데이트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>Updates {first} to {last}</source>
            <translation>업데이트 {first}~{last}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>Use a folder…</source>
            <translation>폴더 사용…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>Use in Design</source>
            <translation>설계에 사용</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>Use the hub's copy</source>
            <translation>허브의 사본 사용</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/cost_matrix.py" />
            <source>Use these costs</source>
            <translation>이 비용 사용</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Use this encoder</source>
            <translation>이 인코더 사용</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>Use {name}</source>
            <translation>{name} 사용</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/known_encoders.py" />
            <source>Used before</source>
            <translation>이전에 사용함</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Used once, at the end of a run.</source>
            <translation>실행이 끝날 때 한 번 사용합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Validation</source>
            <translation>검증</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>Validation error</source>
            <translation>검증 오류율</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>Validation file</source>
            <translation>검증 파일</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Validation result of a linear probe on the top layer</source>
            <translation>맨 위 층에 대한 선형 프로브의 검증 결과</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>Validation: {share} % of train</source>
            <translation>검증: 학습 분할의 {share} %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>Validation: {share} % of train, stratified</source>
            <translation>검증: 학습 분할의 {share} %, 층화</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>Value</source>
            <translation>값</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>Value of more &amp;labels…</source>
            <translation>레이블을 늘릴 때의 효과(&amp;L)…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Value of more labels</source>
            <translation>레이블을 늘릴 때의 효과</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>Verdict</source>
            <translation>판정</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Verdicts and intervals</source>
            <translation>판정과 구간</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/explore.py" />
            <source>Vertical</source>
            <translation>세로축</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_view.py" />
            <source>View of the selected runs</source>
            <translation>선택한 실행 보기</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/panels.py" />
            <source>Views</source>
            <translation>보기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Vocabulary</source>
            <translation>어휘</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>Wait for it, or stop it and resume: the run continues from its last checkpoint.</source>
            <translation>기다리거나, 중지하고 재개하세요. 실행은 마지막 체크포인트에서 이어집니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>Warning</source>
            <translation>경고</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/messages.py" />
            <source>Warning: {text}</source>
            <translation>경고: {text}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Watch it learn</source>
            <translation>학습 지켜보기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>Weakest class: {name}, {right} of {texts} right. Most confused: {true} predicted as {guess}.</source>
            <translation>가장 약한 클래스: {name}, {texts}개 중 {right}개 맞음. 가장 흔한 혼동: {true} → {guess}.</translation>
        </message>
        <message>
            <location filename="../../workbench/report/report_line.py" />
            <source>Web page, one file (*.html)</source>
            <translation>웹 페이지, 파일 하나 (*.html)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>Weights</source>
            <translation>가중치</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Weights kept</source>
            <translation>보관할 가중치</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>What a new design proposes, and why</source>
            <translation>새 설계가 제안하는 것과 그 이유</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>What is forgotten</source>
            <translation>무엇을 잊었는가</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>What the capsule holds</source>
            <translation>캡슐에 담을 것</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>What the map shows</source>
            <translation>맵에 표시할 것</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>What these runs forgot, as PDF or as a web page</source>
            <translation>이 실행들이 잊은 것을 PDF나 웹 페이지로</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <location filename="../../workbench/pages/help.py" />
            <source>Where</source>
            <translation>적용 위치</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Where the texts are; nothing is copied.</source>
            <translation>텍스트가 있는 위치입니다. 아무것도 복사하지 않습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Where the two runs disagree</source>
            <translation>두 실행의 답이 다른 곳</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>Whether capitals matter.</source>
            <translation>대소문자를 구별하는지입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>Whether private models and data sets can be loaded. Log in with: hf auth login</source>
            <translation>비공개 모델과 데이터셋을 불러올 수 있는지. 로그인: hf auth login</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Which column is the label?</source>
            <translation>어느 열이 레이블인가요?</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Which column is the text?</source>
            <translation>어느 열이 텍스트인가요?</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>Which rows are left out?</source>
            <translation>어느 행을 제외할까요?</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Which strategy should I use?</source>
            <translation>어느 전략을 써야 하나요?</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Which task's model</source>
            <translation>어느 태스크의 모델인지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>Which trials are stopped early.</source>
            <translation>일찍 중단할 시행을 정하는 방법입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>Whose confusion and texts are shown</source>
            <translation>혼동 행렬과 텍스트를 표시할 실행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>Why</source>
            <translation>이유</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Why this design</source>
            <translation>이 설계의 이유</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>Within the limit: the new model may replace the old one</source>
            <translation>한도 이내: 새 모델로 이전 모델을 바꿔도 됩니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>Without stored probabilities there is no {missing}.</source>
            <translation>저장된 확률이 없으면 다음이 없습니다: {missing}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>Without test texts: each fifth of the other labelled texts is held out in turn, and each baseline learns from growing parts of the rest. Fine-tuning has to beat the lowest curve.</source>
            <translation>테스트 텍스트 없이: 레이블이 있는 나머지 텍스트를 5분의 1씩 차례로 떼어 두고, 각 기준선이 남은 텍스트를 점점 늘려 가며 학습합니다. 미세 조정은 가장 낮은 곡선보다 나아야 합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>Words of the text</source>
            <translation>텍스트의 단어</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>Words right</source>
            <translation>맞힌 단어</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/filter_field.py" />
            <source>Words to search for, or a filter: test &lt; 4 and data = trec and tag ~ pilot. Names are columns of the list, settings and measures (test/macro_f1).</source>
            <translation>검색할 단어 또는 필터: test &lt; 4 and data = trec and tag ~ pilot. 이름은 목록의 열, 설정, 측정값(test/macro_f1)입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/fields.py" />
            <source>Words, separated by commas</source>
            <translation>쉼표로 구분한 단어</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>Worse than {baseline}: {names}.</source>
            <translation>{baseline}보다 나쁨: {names}.</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/numbers.py" />
            <source>Write decimals with a point and no commas, for example 0.5 or 1000.</source>
            <translation>소수는 점으로 쓰고 쉼표는 쓰지 마세요. 예: 0.5, 1000.</translation>
        </message>
        <message>
            <location filename="../../workbench/report/report_line.py" />
            <source>Writing {name}…</source>
            <translation>{name} 쓰는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/files.py" />
            <source>Writing {target}…</source>
            <translation>{target} 쓰는 중…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>Wrong texts, most confident first</source>
            <translation>틀린 텍스트, 확신도가 높은 것부터</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <source>X axis</source>
            <translation>가로축</translation>
        </message>
        <message>
            <location filename="../../workbench/backend/cli_answers.py" />
            <source>Yes</source>
            <translation>예</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>You can undo this for a minute, unless you close the window.</source>
            <translation>창을 먼저 닫지 않는 한 1분 동안 되돌릴 수 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/help.py" />
            <source>Your own data</source>
            <translation>내 데이터</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>Your own data…</source>
            <translation>내 데이터…</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <location filename="../../workbench/pages/known_encoders.py" />
            <source>Yours</source>
            <translation>내 데이터</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>a click on a cell lists its texts</source>
            <translation>칸을 클릭하면 텍스트를 나열</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>a comma</source>
            <translation>쉼표</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>a full stop</source>
            <translation>마침표</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>a line break</source>
            <translation>줄 바꿈</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>a share of train</source>
            <translation>학습 분할의 일부</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>a space</source>
            <translation>공백</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/findings.py" />
            <source>a sweep needs a value.</source>
            <translation>스윕에는 값이 필요합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_dialog.py" />
            <source>a to z, 0 to 9, - and _</source>
            <translation>a~z, 0~9, -, _</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>about {seconds}</source>
            <translation>약 {seconds}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>about {size} of text</source>
            <translation>텍스트 약 {size}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>after {number} {title}</source>
            <translation>{number} {title} 이후</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>against</source>
            <comment>one axis and the other</comment>
            <translation>대</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>all</source>
            <translation>모두</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>all done in {time}</source>
            <translation>{time} 후 모두 완료</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>all equal</source>
            <translation>모두 같음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>all measures</source>
            <translation>모든 측정</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>an earlier run</source>
            <translation>이전 실행 하나</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>archived</source>
            <translation>보관됨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>as its probe measures it</source>
            <translation>프로브가 측정하는 대로</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>at most, for each run</source>
            <translation>(실행당 최대)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/results.py" />
            <source>at update</source>
            <translation>업데이트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>at {best_layer}</source>
            <translation>층 {best_layer}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>at {place}</source>
            <translation>{place}에서</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>at {step:,}</source>
            <translation>업데이트 {step:,}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>automatic</source>
            <translation>자동</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>band = {band} over seeds</source>
            <translation>띠 = 시드에 대한 {band}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>baseline</source>
            <translation>베이스라인</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>bert_config.json, if it is elsewhere.</source>
            <translation>다른 곳에 있는 경우의 bert_config.json.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>better</source>
            <translation>더 나음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>bits</source>
            <translation>비트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>by epoch</source>
            <translation>에폭별</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <source>by step</source>
            <translation>스텝별</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft/files.py" />
            <source>cannot be written ({strerror}).</source>
            <translation>쓸 수 없습니다({strerror}).</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/forms.py" />
            <source>changed</source>
            <translation>변경됨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>checked {rows} rows</source>
            <translation>행 {rows}개 확인</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>choose a text column</source>
            <translation>텍스트 열을 선택하세요</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>choose an encoder first</source>
            <translation>먼저 인코더를 고르세요</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>column {text}</source>
            <translation>열 {text}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/reading_pane.py" />
            <source>cut</source>
            <comment>part of a text</comment>
            <translation>잘림</translation>
        </message>
        <message>
            <location filename="../../workbench/language.py" />
            <source>d MMM</source>
            <comment>format of a date: day and month</comment>
            <translation>M월 d일</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>dark = changed direction</source>
            <translation>어두움 = 방향이 달라짐</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>dark = changed more</source>
            <translation>어두움 = 더 바뀜</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>dashed = embeddings</source>
            <translation>점선 = 임베딩</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>data</source>
            <translation>데이터</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>data set</source>
            <translation>데이터셋</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>data sets, import</source>
            <translation>데이터 세트, 가져오기</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/form.py" />
            <source>defaults</source>
            <translation>기본값</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>design</source>
            <translation>설계</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>detected</source>
            <translation>자동 감지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>device         {device} on {host}</source>
            <translation>장치           {host}의 {device}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>different tasks: compare lines of one task only</source>
            <translation>태스크가 서로 다름: 같은 태스크의 선끼리만 비교하세요</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>divergence {apart}</source>
            <translation>발산 {apart}</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>done in {time}</source>
            <translation>{time} 후 완료</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/delegates.py" />
            <source>drawn</source>
            <translation>표시됨</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/delegates.py" />
            <source>drawn while selected</source>
            <translation>선택되어 있는 동안 표시됨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <source>embeddings</source>
            <translation>임베딩</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <source>epoch {epoch}</source>
            <translation>에폭 {epoch}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>equivalent within {margin}</source>
            <translation>{margin} 이내 동등</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>error</source>
            <translation>오류율</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>error, %. Band: 95 % interval</source>
            <translation>오류율, %. 띠: 95 % 구간</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>error, %. Band: 95 % interval; dotted: the paper</source>
            <translation>오류율, %. 띠: 95 % 구간, 점선: 논문</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>errors, %, among the most confident share of texts</source>
            <translation>오류율, %, 확신도가 가장 높은 일부 텍스트에서</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>escapes and mark-up</source>
            <translation>이스케이프와 마크업</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/export.py" />
            <source>evidence against it</source>
            <translation>예측에 반하는 근거</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/export.py" />
            <source>evidence for the prediction</source>
            <translation>예측을 뒷받침하는 근거</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>experiment, training, new</source>
            <translation>실험, 학습, 새로 만들기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/pages/compare/plots.py" />
            <location filename="../../workbench/plots/plane/layout.py" />
            <source>fewer errors</source>
            <translation>오류가 적음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>finished       {time}</source>
            <translation>종료           {time}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <location filename="../../workbench/pages/data/texts/reading_pane.py" />
            <source>first</source>
            <translation>첫째</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>first rows of {many:,}</source>
            <translation>{many:,}행 중 앞부분</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>first {rows} rows</source>
            <translation>처음 {rows}행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>folder         {folder}</source>
            <translation>폴더           {folder}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>forgets as much</source>
            <translation>같은 정도로 잊음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>forgets less</source>
            <translation>덜 잊음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>forgets more</source>
            <translation>더 잊음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>from {name}</source>
            <translation>{name}에서</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>frozen</source>
            <translation>동결</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>general English</source>
            <translation>일반 영어</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>generated {title}</source>
            <translation>생성된 {title}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/cost_matrix.py" />
            <source>given wrongly</source>
            <translation>잘못 부여함</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>half the 95 % interval of the mean</source>
            <translation>평균의 95 % 구간의 절반</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <source>head</source>
            <translation>헤드</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/reading_pane.py" />
            <source>head</source>
            <comment>beginning of a text</comment>
            <translation>헤드</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>here</source>
            <translation>여기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>higher</source>
            <translation>높음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>higher {measure}</source>
            <translation>{measure} 높음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <source>highest layer that learns</source>
            <translation>학습하는 가장 높은 층</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>history, queue, curves</source>
            <translation>기록, 대기열, 곡선</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>hub</source>
            <translation>허브</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>identity       {identity}</source>
            <translation>식별자         {identity}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>in the first epoch</source>
            <translation>첫 에폭</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/questions.py" />
            <source>keep one of each</source>
            <translation>하나씩만 유지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/reading_pane.py" />
            <source>kept</source>
            <comment>part of a text</comment>
            <translation>유지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/page.py" />
            <source>lab</source>
            <translation>실험실</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>label</source>
            <translation>레이블</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>largest error first</source>
            <translation>오차가 큰 것부터</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/questions.py" />
            <source>leave all out</source>
            <translation>모두 제외</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>leave out</source>
            <translation>제외</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>linear CKA, dark = changed more</source>
            <translation>선형 CKA, 어두움 = 더 바뀜</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/curve_plot.py" />
            <source>log</source>
            <comment>scale of an axis</comment>
            <translation>로그</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>lower</source>
            <translation>낮음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>lower {measure}</source>
            <translation>{measure} 낮음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/export.py" />
            <source>lowers it</source>
            <translation>숫자를 낮춤</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>mean over heads, bits</source>
            <translation>헤드 평균, 비트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/cost_matrix.py" />
            <source>missed</source>
            <translation>놓침</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>mit, apache-2.0 …</source>
            <translation>mit, apache-2.0 …</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>more errors</source>
            <translation>오류가 많음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>most confident first</source>
            <translation>확신도가 높은 것부터</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/ranges.py" />
            <source>needs a range or several values.</source>
            <translation>범위 또는 여러 값이 필요합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/form.py" />
            <source>needs attention</source>
            <translation>확인 필요</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>next to the file, or held out</source>
            <translation>파일 옆에 있는 것, 또는 떼어 낸 것</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>no</source>
            <translation>아니요</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>no answer by the decision rule</source>
            <translation>결정 규칙에 따라 답 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>no bound</source>
            <translation>한계 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>no header</source>
            <translation>머리글 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <location filename="../../workbench/pages/lab/query.py" />
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>no label</source>
            <translation>레이블 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/search/dialog.py" />
            <source>no limit</source>
            <translation>제한 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>no other is better on both</source>
            <translation>둘 다 더 나은 것이 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>no significant difference</source>
            <translation>유의한 차이 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/editors.py" />
            <location filename="../../workbench/forms/form.py" />
            <location filename="../../workbench/pages/design/context/findings.py" />
            <source>none</source>
            <translation>없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>none yet</source>
            <translation>아직 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/delegates.py" />
            <source>not drawn</source>
            <translation>표시되지 않음</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>not known</source>
            <translation>알 수 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/heat_map.py" />
            <source>not measured</source>
            <translation>측정하지 않음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>nothing</source>
            <translation>없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>numbers</source>
            <comment>what labels are</comment>
            <translation>숫자</translation>
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
            <translation>검증이 고른 체크포인트에서 각 단계의 결과</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>of normal</source>
            <translation>(보통 크기의 배수)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/measures.py" />
            <source>of the predictions for this split, at the checkpoint that was tested</source>
            <translation>이 분할에 대한 예측의 지표, 테스트한 체크포인트에서</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/options.py" />
            <source>of train</source>
            <translation>(학습 분할 중)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>of {texts}, {order}</source>
            <translation>{texts}개 중, {order}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>of {texts}, {order}; the first {n} are listed</source>
            <translation>{texts}개 중, {order}. 처음 {n}개만 나열</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>on each device</source>
            <translation>장치마다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>on fixed texts, bits</source>
            <translation>고정된 텍스트에서, 비트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>on this computer</source>
            <translation>이 컴퓨터에서</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attention_column.py" />
            <source>on this text, bits</source>
            <translation>이 텍스트에서, 비트</translation>
        </message>
        <message>
            <location filename="../../workbench/look/formats.py" />
            <source>once</source>
            <translation>한 번</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>one seed</source>
            <translation>시드 하나</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/notifications.py" />
            <source>one strategy on these test texts so far</source>
            <translation>지금까지 이 테스트 텍스트로 측정한 전략 1개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>one test text</source>
            <translation>테스트 텍스트 1개</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/editors.py" />
            <source>one, another</source>
            <translation>하나, 또 하나</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>other test texts</source>
            <translation>다른 테스트 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>over seeds and {n:,} test texts</source>
            <translation>시드와 테스트 텍스트 {n:,}개에 대해</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <source>over the course of the run</source>
            <translation>실행이 진행되는 동안</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>over {n:,} passages</source>
            <translation>구절 {n:,}개에 대해</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>over {n:,} test texts</source>
            <translation>테스트 텍스트 {n:,}개에 대해</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>over {n} seeds</source>
            <translation>시드 {n}개에 대해</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>own copy</source>
            <translation>자신의 사본</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>own copy needed</source>
            <translation>사본 필요</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>page</source>
            <translation>페이지</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>palimpsest store check, backup and repair; copies and damaged stores stay in its folder</source>
            <translation>palimpsest store check, backup, repair입니다. 사본과 손상된 저장소는 그 폴더에 남습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>peak</source>
            <translation>최댓값</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>perplexity on general text, × before; higher = more forgetting</source>
            <translation>일반 텍스트의 퍼플렉서티, × 학습 전. 높을수록 더 잊음</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>predict, try, attention</source>
            <translation>예측, 시험, 어텐션</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>predict, use, file, new texts</source>
            <translation>예측, 사용, 파일, 새 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>preferences, options</source>
            <translation>환경설정, 옵션</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>protected by {protection}</source>
            <translation>보호: {protection}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>pruned at step {step:,}</source>
            <translation>스텝 {step:,}에서 중단됨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/export.py" />
            <source>raises the number</source>
            <translation>숫자를 높임</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>relative distance</source>
            <translation>상대 거리</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <location filename="../../workbench/tables/confusion.py" />
            <source>right</source>
            <comment>correct</comment>
            <translation>맞음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>rows: pre-trained, columns: then; dark = similar</source>
            <translation>행: 사전 학습, 열: 그때. 어두움 = 비슷함</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>run            {id}</source>
            <translation>실행           {id}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>s.d.</source>
            <translation>표준편차</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>scatter</source>
            <translation>산점도</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <location filename="../../workbench/pages/data/texts/reading_pane.py" />
            <source>second</source>
            <translation>둘째</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/query.py" />
            <source>seed {seed}</source>
            <translation>시드 {seed}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/query.py" />
            <source>seed {seed}, {runs} runs</source>
            <translation>시드 {seed}, 실행 {runs}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>setting</source>
            <translation>설정</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>shaded = 95 % interval</source>
            <translation>음영 = 95 % 구간</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>should be {true}</source>
            <translation>정답: {true}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>shows its effect, {runs}</source>
            <translation>효과가 드러남, {runs}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>shows nothing at this size, {runs}</source>
            <translation>이 크기에서는 효과가 드러나지 않음, {runs}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>slices with a higher error</source>
            <translation>오류율이 더 높은 슬라이스</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>smoothed {weight:.2f}, raw behind</source>
            <translation>평활 {weight:.2f}, 뒤는 원래 값</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/column.py" />
            <source>stage {number}</source>
            <translation>단계 {number}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>stage {position}: {title}, {steps:,} updates</source>
            <translation>단계 {position}: {title}, 업데이트 {steps:,}번</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>started        {time}</source>
            <translation>시작           {time}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>starting</source>
            <translation>시작하는 중</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>status         {status}</source>
            <translation>상태           {status}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>step {step}, {caption}</source>
            <translation>스텝 {step}, {caption}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>sweep: {sweep}</source>
            <translation>스윕: {sweep}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/reading_pane.py" />
            <source>tail</source>
            <comment>end of a text</comment>
            <translation>테일</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>the clipboard holds no text.</source>
            <translation>클립보드에 텍스트가 없습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>the objective is {name}</source>
            <translation>목적 함수가 {name}입니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_dialog.py" />
            <source>the place {name}</source>
            <translation>실행 위치 {name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/preview.py" />
            <source>the raw file, because it could not be read</source>
            <translation>읽을 수 없어 원래 파일을 표시함</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft/draft.py" />
            <source>the saved draft cannot be read ({error}).</source>
            <translation>저장된 초안을 읽을 수 없습니다({error}).</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>the stages of these runs differ</source>
            <translation>이 실행들은 단계가 다름</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>the standard deviation</source>
            <translation>표준편차</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>the {shown} least confident are listed</source>
            <translation>확신도가 가장 낮은 {shown}개만 나열</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>theme, dark mode, appearance</source>
            <translation>테마, 다크 모드, 모양</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>this machine</source>
            <translation>이 컴퓨터</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/findings.py" />
            <source>this makes {runs:,} runs.</source>
            <translation>실행이 {runs:,}개 만들어집니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>this run omits the stage</source>
            <translation>이 실행은 이 단계를 생략합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>today {clock}</source>
            <translation>오늘 {clock}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <source>top layer</source>
            <translation>맨 위 층</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/axis.py" />
            <source>trained by run {run}</source>
            <translation>실행 {run}에서 학습</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>trained for    {active_seconds}</source>
            <translation>학습 시간      {active_seconds}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>training texts</source>
            <translation>학습 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>trial {best} of search {id}</source>
            <translation>탐색 {id}의 시행 {best}</translation>
        </message>
        <message>
            <location filename="../../workbench/look/formats.py" />
            <source>twice</source>
            <translation>두 번</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/form.py" />
            <source>unchanged</source>
            <translation>변경 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>versions</source>
            <translation>버전</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>vocab.txt, if it is elsewhere.</source>
            <translation>다른 곳에 있는 경우의 vocab.txt.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/table.py" />
            <source>whole</source>
            <translation>전체</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>windows of {length} tokens</source>
            <translation>토큰 {length}개짜리 창</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>worse</source>
            <translation>더 나쁨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>worst {number}</source>
            <translation>최악 {number}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>wrong</source>
            <translation>틀림</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>yes</source>
            <translation>예</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>yesterday {clock}</source>
            <translation>어제 {clock}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>yours, {runs}</source>
            <translation>내 레시피, {runs}</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/window.py" />
            <source>zoom, font size</source>
            <translation>확대, 글꼴 크기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>{active} of them are queued or running already.</source>
            <translation>그중 {active}개는 이미 대기열에 있거나 실행 중입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/records.py" />
            <source>{advanced_count} more fields</source>
            <translation>필드 {advanced_count}개 더 보기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>{answer} by the decision rule</source>
            <translation>결정 규칙에 따라 {answer}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>{answer}, label {label}</source>
            <translation>{answer}, 레이블 {label}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>{average} word pieces on average, {maximum} at most; {percent} % of texts have over 512</source>
            <translation>평균 워드피스 {average}개, 최대 {maximum}개, 텍스트의 {percent} %가 512개 초과</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/rail.py" />
            <source>{badge} running</source>
            <translation>{badge}개 실행 중</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{began}, {n} change</source>
            <translation>{began}, 변경 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{began}, {n} changes</source>
            <translation>{began}, 변경 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>{beyond} longer</source>
            <translation>{beyond} 더 김</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>{broken} of {texts} texts were right and are wrong now: {rate} % (95 % interval {low} to {high}); {mended} were wrong and are right now. {before} before, {now} now.</source>
            <translation>텍스트 {texts}개 중 {broken}개가 맞았다가 지금은 틀립니다: {rate} %(95 % 구간 {low}~{high}). {mended}개는 틀렸다가 지금은 맞습니다. 이전 {before}, 지금 {now}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/query.py" />
            <source>{called}, stage {number}: {name}</source>
            <translation>{called}, 단계 {number}: {name}</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/curve_plot.py" />
            <source>{caption} · log</source>
            <translation>{caption} · 로그</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/tab.py" />
            <source>{caption}, ring = selected checkpoint</source>
            <translation>{caption}, 고리 = 선택한 체크포인트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <source>{caption}; grey: other runs</source>
            <translation>{caption}; 회색: 다른 실행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/column.py" />
            <source>{changed} of {many} changed</source>
            <translation>{many} 중 {changed}개 변경됨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>{changed} of {many} in {name}</source>
            <translation>{name}: {many} 중 {changed}</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/form.py" />
            <source>{changes} changed</source>
            <translation>{changes}개 변경됨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>{chosen} runs</source>
            <translation>실행 {chosen}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>{classes} classes</source>
            <translation>클래스 {classes}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>{classes}, right</source>
            <translation>{classes}, 정답</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/confusion.py" />
            <source>{classes}: {data} right</source>
            <translation>{classes}: {data} 맞음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>{count:,} of {texts:,} texts.</source>
            <translation>텍스트 {texts:,}개 중 {count:,}개.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>{count:,} of {texts:,} texts; the first {shown:,} are shown.</source>
            <translation>텍스트 {texts:,}개 중 {count:,}개. 처음 {shown:,}개를 표시합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/histogram.py" />
            <source>{counts}, line at {cut}, {beyond} % beyond it</source>
            <translation>{counts}, {cut}에 선, {beyond} %가 그 너머</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>{count} ended</source>
            <translation>{count}개 종료</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/head.py" />
            <source>{count} more</source>
            <translation>{count}개 더</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/confusion.py" />
            <source>{count} of {true} rightly classified</source>
            <translation>{true} 중 {count} 바르게 분류됨</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/confusion.py" />
            <source>{count} of {true} taken for {guess}</source>
            <translation>{true} 중 {count} {guess}(으)로 분류됨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/explore.py" />
            <source>{count} runs</source>
            <translation>실행 {count}개</translation>
        </message>
        <message>
            <location filename="../../workbench/look/formats.py" />
            <source>{count} times</source>
            <translation>{count}번</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{count} {title}</source>
            <translation>{title} {count}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{count}, {n:,} stage reused</source>
            <translation>{count}, 단계 {n:,}개 재사용</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{count}, {n:,} stages reused</source>
            <translation>{count}, 단계 {n:,}개 재사용</translation>
        </message>
        <message>
            <location filename="../../workbench/look/formats.py" />
            <source>{days} d</source>
            <translation>{days}일</translation>
        </message>
        <message>
            <location filename="../../workbench/look/formats.py" />
            <source>{days} d {hours} h</source>
            <translation>{days}일 {hours}시간</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{device}, 32-bit</source>
            <translation>{device}, 32비트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{device}, bfloat16</source>
            <translation>{device}, bfloat16</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>{differing} of {settings} differ</source>
            <translation>설정 {settings}개 중 {differing}개 다름</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>{done} at {place}</source>
            <translation>{place}에서 {done}</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/notifications.py" />
            <source>{done} of {rows} runs finished</source>
            <translation>실행 {rows}개 중 {done}개 완료</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>{done} or later</source>
            <translation>{done} 또는 그 이후</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>{earlier_title}, mean over tasks; lower = more forgetting</source>
            <translation>{earlier_title}, 태스크 평균. 낮을수록 더 잊음</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/notifications.py" />
            <source>{ended} after {time}</source>
            <translation>{time} 만에 {ended}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>{ended} at {step:,} of {steps:,}</source>
            <translation>{ended}, {steps:,} 중 {step:,}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/answers.py" />
            <source>{file}: {n:,} rows.</source>
            <translation>{file}: {n:,}행.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>{filled_cells} of {planned_cells} cells filled</source>
            <translation>칸 {planned_cells}개 중 {filled_cells}개 채움</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>{finding}; the first {shown} are shown</source>
            <translation>{finding}. 처음 {shown}개 표시</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>{finished} finished</source>
            <translation>{finished}개 완료</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>{finished} finished of {count}</source>
            <translation>{count} 중 {finished} 완료</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>{finished} of {count} finished</source>
            <translation>{count} 중 {finished} 완료</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>{first} and {second} as a pair</source>
            <translation>{first}, {second}: 쌍으로 읽음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>{folder} is there already.</source>
            <translation>{folder}이(가) 이미 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>{forgotten} of {texts} generated training texts</source>
            <translation>생성된 학습 텍스트 {texts}개 중 {forgotten}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>{forgotten} of {texts} training texts</source>
            <translation>학습 텍스트 {texts}개 중 {forgotten}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>{gpus} ({names}), {cores}</source>
            <translation>{gpus}({names}), {cores}</translation>
        </message>
        <message>
            <location filename="../../workbench/look/formats.py" />
            <source>{hours} h</source>
            <translation>{hours}시간</translation>
        </message>
        <message>
            <location filename="../../workbench/look/formats.py" />
            <source>{hours} h {minutes} min</source>
            <translation>{hours}시간 {minutes}분</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>{id} low</source>
            <translation>{id} 하한</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/forms.py" />
            <source>{index} of {n}</source>
            <translation>{n} 중 {index}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>{kind} for the best {title}</source>
            <translation>{title}을(를) 가장 좋게 하는 {kind}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/query.py" />
            <source>{label} (run {run})</source>
            <translation>{label}(실행 {run})</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/layout.py" />
            <source>{label}, baseline</source>
            <translation>{label}, 베이스라인</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/truncation_bar.py" />
            <source>{last}. At most {limit} tokens of text fit, besides the special tokens.</source>
            <translation>{last}. 특수 토큰 외에 텍스트 토큰이 최대 {limit}개 들어갑니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{layers} layers {times} {hidden}, {positions} tokens</source>
            <translation>층 {layers} {times} {hidden}, 토큰 {positions}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>{login}; offline (HF_HUB_OFFLINE)</source>
            <translation>{login}. 오프라인(HF_HUB_OFFLINE)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/table.py" />
            <source>{lost} cut</source>
            <translation>{lost}개 잘림</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>{low} to {high}</source>
            <translation>{low}~{high}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>{low} to {high} {over}</source>
            <translation>{over} {low}~{high}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>{many} GPUs</source>
            <translation>GPU {many}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>{many} of {whole} texts contain “{search}”.</source>
            <translation>텍스트 {whole}개 중 {many}개에 “{search}”이(가) 들어 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>{many} of {whole} texts contains “{search}”.</source>
            <translation>텍스트 {whole}개 중 {many}개에 “{search}”이(가) 들어 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>{many} of {whole} texts, drawn at random.</source>
            <translation>텍스트 {whole}개 중 무작위로 뽑은 {many}개.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{many} runs at a time</source>
            <translation>한 번에 실행 {many}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/page.py" />
            <source>{many} runs queued</source>
            <translation>실행 {many}개를 대기열에 추가했습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>{many} texts that contain “{search}”, drawn at random.</source>
            <translation>“{search}”이(가) 들어 있는 텍스트 중 무작위로 뽑은 {many}개.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/column.py" />
            <source>{many}, unchanged</source>
            <translation>{many}, 변경 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>{mean}, 95 % interval {low:.2f} to {high:.2f}</source>
            <translation>{mean}, 95 % 구간 {low:.2f}~{high:.2f}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>{memory_bytes:.1f} of {have:.0f} GB</source>
            <translation>{memory_bytes:.1f} / {have:.0f} GB</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/dialogs.py" />
            <source>{metric} in cross-validation, %</source>
            <translation>교차 검증 {metric}, %</translation>
        </message>
        <message>
            <location filename="../../workbench/look/formats.py" />
            <source>{minutes} min</source>
            <translation>{minutes}분</translation>
        </message>
        <message>
            <location filename="../../workbench/look/formats.py" />
            <source>{minutes} min {seconds} s</source>
            <translation>{minutes}분 {seconds}초</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>{missing} no longer in the store.</source>
            <translation>{missing} 저장소에 더는 없습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>{more} more places</source>
            <translation>실행 위치 {more}개 더</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>{n:,} characters</source>
            <translation>문자 {n:,}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>{n:,} classes</source>
            <translation>클래스 {n:,}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>{n:,} right text</source>
            <translation>맞은 텍스트 {n:,}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>{n:,} right texts</source>
            <translation>맞은 텍스트 {n:,}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>{n:,} row</source>
            <translation>{n:,}행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>{n:,} row has no text</source>
            <translation>텍스트가 없는 행 {n:,}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>{n:,} row without text or label</source>
            <translation>텍스트나 레이블이 없는 행 {n:,}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>{n:,} rows</source>
            <translation>{n:,}행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>{n:,} rows have no text</source>
            <translation>텍스트가 없는 행 {n:,}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>{n:,} rows without text or label</source>
            <translation>텍스트나 레이블이 없는 행 {n:,}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>{n:,} run</source>
            <translation>실행 {n:,}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>{n:,} run, {shown} drawn</source>
            <translation>실행 {n:,}개, {shown}개 표시됨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/recipe_list.py" />
            <source>{n:,} runs</source>
            <translation>실행 {n:,}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>{n:,} runs are deleted.</source>
            <translation>실행 {n:,}개를 삭제했습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/page.py" />
            <source>{n:,} runs, {shown} drawn</source>
            <translation>실행 {n:,}개, {shown}개 표시됨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>{n:,} test texts</source>
            <translation>테스트 텍스트 {n:,}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>{n:,} text beyond {edge} →</source>
            <translation>{edge}보다 긴 텍스트 {n:,}개 →</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>{n:,} texts beyond {edge} →</source>
            <translation>{edge}보다 긴 텍스트 {n:,}개 →</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>{n:,} values</source>
            <translation>값 {n:,}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>{n:,} wrong text</source>
            <translation>틀린 텍스트 {n:,}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>{n:,} wrong texts</source>
            <translation>틀린 텍스트 {n:,}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>{name}   {count:,} of {lines:,} lines</source>
            <translation>{name}   {lines:,}줄 중 {count:,}줄</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/export_dialog.py" />
            <source>{name} (run {number})</source>
            <translation>{name} (실행 {number})</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>{name} classified.csv</source>
            <translation>{name} 분류 결과.csv</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_tools.py" />
            <source>{name} is removed. Its runs stay.</source>
            <translation>{name}: 등록을 해제했습니다. 실행은 남아 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/place_dialog.py" />
            <source>{name} is saved. Test checks the connection.</source>
            <translation>{name}: 저장했습니다. 테스트로 연결을 확인할 수 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/sheet.py" />
            <source>{name} was added to the catalogue: {file}</source>
            <translation>{name}: 카탈로그에 추가했습니다({file})</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plot_card.py" />
            <source>{name} was not saved: {strerror}</source>
            <translation>{name}: 저장하지 못했습니다({strerror})</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>{name} {count} times</source>
            <translation>{name} {count}번</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/learning/tab.py" />
            <source>{name}, lowest</source>
            <translation>{name}, 최저</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>{name}, paper</source>
            <translation>{name}, 논문</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>{name}, points</source>
            <translation>{name}, %p</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>{name}, run {runs}</source>
            <translation>{name}, 실행 {runs}</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/table.py" />
            <source>{name}, smoothed</source>
            <translation>{name}, 평활</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{name}, untrained</source>
            <translation>{name}, 학습 안 됨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/draft_context.py" />
            <source>{name}, {cores} CPU cores</source>
            <translation>{name}, CPU 코어 {cores}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>{name}, {task}</source>
            <translation>{name}, {task}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>{name}: 95 % interval {interval}</source>
            <translation>{name}: 95 % 구간 {interval}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/column_menu.py" />
            <source>{name}: a column that you have added; remove it in the menu of columns</source>
            <translation>{name}: 직접 추가한 열입니다. 열 메뉴에서 뺄 수 있습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/questions.py" />
            <source>{name}: another column</source>
            <translation>{name}: 다른 열</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>{name}: classes</source>
            <translation>{name}: 클래스</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/run_panel.py" />
            <source>{name}: the text</source>
            <translation>{name}: 텍스트</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>{name}: {value} {unit}.</source>
            <translation>{name}: {value} {unit}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>{needed:.1f} of {free:.0f} GB</source>
            <translation>{needed:.1f} / {free:.0f} GB</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>{needed} rows show no significant difference from the baseline. Queue the seeds required: up to {most} of each, and of the baseline.</source>
            <translation>행 {needed}개는 베이스라인과 유의한 차이가 없습니다. 필요한 시드를 대기열에 넣습니다: 각 행과 베이스라인에 최대 {most}개.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>{n} GPU</source>
            <translation>GPU {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>{n} GPUs</source>
            <translation>GPU {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{n} abilities</source>
            <translation>능력 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{n} ability</source>
            <translation>능력 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/form.py" />
            <source>{n} columns</source>
            <translation>{n}열</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>{n} core</source>
            <translation>코어 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/settings.py" />
            <source>{n} cores</source>
            <translation>코어 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/questions.py" />
            <source>{n} duplicate text</source>
            <translation>중복 텍스트 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/questions.py" />
            <source>{n} duplicate texts</source>
            <translation>중복 텍스트 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/column.py" />
            <source>{n} field</source>
            <translation>필드 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/form.py" />
            <source>{n} field, {changes}</source>
            <translation>필드 {n}개, {changes}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/column.py" />
            <source>{n} fields</source>
            <translation>필드 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/form.py" />
            <source>{n} fields, {changes}</source>
            <translation>필드 {n}개, {changes}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/panel.py" />
            <source>{n} finding to look at</source>
            <translation>살펴볼 점 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/panel.py" />
            <source>{n} findings to look at</source>
            <translation>살펴볼 점 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/labels.py" />
            <source>{n} more remark</source>
            <translation>설명 {n}개 더 보기</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/labels.py" />
            <source>{n} more remarks</source>
            <translation>설명 {n}개 더 보기</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>{n} reason</source>
            <translation>이유 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>{n} reasons</source>
            <translation>이유 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/questions.py" />
            <source>{n} row whose text has another label elsewhere</source>
            <translation>텍스트가 다른 곳에서 다른 레이블을 가진 행 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/importing/questions.py" />
            <source>{n} rows whose texts have two labels</source>
            <translation>텍스트에 레이블이 두 개인 행 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>{n} run</source>
            <translation>실행 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>{n} run in the queue. A reproduction continues after any interruption.</source>
            <translation>실행 {n}개를 대기열에 넣었습니다. 재현은 중단되어도 이어서 진행됩니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/explore.py" />
            <source>{n} run lacks a value.</source>
            <translation>실행 {n}개에 값이 없습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>{n} run queued</source>
            <translation>실행 {n}개를 대기열에 추가했습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>{n} runs</source>
            <translation>실행 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/actions.py" />
            <source>{n} runs are queued.</source>
            <translation>실행 {n}개를 대기열에 추가했습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/closing.py" />
            <source>{n} runs have not ended yet.</source>
            <translation>실행 {n}개가 아직 끝나지 않았습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>{n} runs in the queue. A reproduction continues after any interruption.</source>
            <translation>실행 {n}개를 대기열에 넣었습니다. 재현은 중단되어도 이어서 진행됩니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/explore.py" />
            <source>{n} runs lack a value.</source>
            <translation>실행 {n}개에 값이 없습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>{n} runs queued</source>
            <translation>실행 {n}개를 대기열에 추가했습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>{n} seeds that do not differ</source>
            <translation>결과가 같은 시드 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>{n} strategies</source>
            <translation>전략 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/notifications.py" />
            <source>{n} strategies on these test texts so far</source>
            <translation>지금까지 이 테스트 텍스트로 측정한 전략 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>{n} strategies, {runs}</source>
            <translation>전략 {n}개, {runs}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>{n} strategy</source>
            <translation>전략 {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/page.py" />
            <source>{n} strategy, {runs}</source>
            <translation>전략 {n}개, {runs}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>{n} {state}</source>
            <translation>{state} {n}번</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{n} {values}</source>
            <translation>{values} {n}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/text_list.py" />
            <source>{offset} to {last} of {total}</source>
            <translation>{total} 중 {offset}~{last}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{often} a stage</source>
            <translation>단계당 {often}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>{of}: right once, wrong later</source>
            <translation>{of}: 한때 맞았다가 나중에 틀림</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/update_gate.py" />
            <source>{old} (run {first}), then {new} (run {second})</source>
            <translation>{old}(실행 {first}), 다음 {new}(실행 {second})</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{on} of {switches} measures</source>
            <translation>측정 {switches}개 중 {on}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <location filename="../../workbench/pages/design/form/encoder_tools.py" />
            <source>{parameters} M parameters</source>
            <translation>매개변수 {parameters} M</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{phase}, at {factor} times the rate</source>
            <translation>{phase}, 학습률의 {factor}배</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>{phase}, {done:,} of {all:,}</source>
            <translation>{phase}, {all:,} 중 {done:,}</translation>
        </message>
        <message>
            <location filename="../../workbench/engine_texts.py" />
            <source>{phase}, {done} of {all}</source>
            <translation>{phase}, {done} / {all}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>{planned} runs of the recipe belong here</source>
            <translation>레시피의 실행 {planned}개가 여기에 속합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/plane/canvas.py" />
            <source>{point}, on the front</source>
            <translation>{point}, 프런트에 있음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>{problem} The last readable state is shown.</source>
            <translation>{problem} 마지막으로 읽을 수 있었던 상태를 표시합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>{queued} queued</source>
            <translation>{queued}개 대기 중</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/run_list/columns.py" />
            <source>{queued}, to continue</source>
            <translation>{queued}, 이어서 진행</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>{rates}, stage {stage}</source>
            <translation>{rates}, 단계 {stage}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>{relabel:,} to relabel, {exclude:,} to exclude, {keep:,} to keep, {undecided:,} undecided (these stay as they are)</source>
            <translation>레이블 변경 {relabel:,}개, 제외 {exclude:,}개, 유지 {keep:,}개, 미결정 {undecided:,}개(그대로 둠)</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>{result}, {rows} test texts</source>
            <translation>{result}, 테스트 텍스트 {rows}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>{right_share} % of test texts are right ({right} of {texts}); {wrong_share} % wrong</source>
            <translation>테스트 텍스트의 {right_share} %가 맞음({texts}개 중 {right}개), {wrong_share} %가 틀림</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>{room} free, {name}</source>
            <translation>{room} 여유, {name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>{room} tokens</source>
            <translation>토큰 {room}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>{room} tokens, beyond the axis</source>
            <translation>토큰 {room}개, 축 범위 밖</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/lengths.py" />
            <source>{room} tokens, drag to change</source>
            <translation>토큰 {room}개, 끌어서 변경</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>{rows:,} rows</source>
            <translation>행 {rows:,}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>{rows} of {total}</source>
            <translation>{total} 중 {rows}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>{rows} of {total} generated test texts</source>
            <translation>생성된 테스트 텍스트 {total}개 중 {rows}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>{rows} of {total} test texts</source>
            <translation>테스트 텍스트 {total}개 중 {rows}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/entries.py" />
            <source>{rows} rows</source>
            <translation>행 {rows}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <source>{rows} test texts, not all labels right in {wrong} %</source>
            <translation>테스트 텍스트 {rows}개, {wrong} %에서 모든 레이블이 맞지는 않음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/panel.py" />
            <source>{row}, {tokens} tokens</source>
            <translation>{row}, 토큰 {tokens}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>{rule}: {listed} and {more} more</source>
            <translation>{rule}: {listed} 외 {more}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>{rule}: {name} from {weight:.3f}</source>
            <translation>{rule}: {name}, {weight:.3f}부터</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>{run_count} earlier runs</source>
            <translation>이전 실행 {run_count}개</translation>
        </message>
        <message>
            <location filename="../../workbench/shell/queue_status.py" />
            <source>{running} running</source>
            <translation>{running}개 실행 중</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>{running} still to finish.</source>
            <translation>{running} 아직 끝나지 않았습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/paper_view.py" />
            <source>{runs} of {planned} runs ({numbers}): mean {mean:.2f} %</source>
            <translation>실행 {planned}개 중 {runs}개({numbers}): 평균 {mean:.2f} %</translation>
        </message>
        <message>
            <location filename="../../workbench/look/formats.py" />
            <source>{seconds} s</source>
            <translation>{seconds}초</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>{size} {points} apart, not significant on {texts}</source>
            <translation>{size} {points} 차이, {texts}에서 유의하지 않음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>{size} {points} better</source>
            <translation>{size} {points} 더 나음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>{size} {points} worse</source>
            <translation>{size} {points} 더 나쁨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/noise/sheet.py" />
            <source>{split}, row {row}</source>
            <translation>{split}, 행 {row}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/panel.py" />
            <source>{split}, {total} rows</source>
            <translation>{split}, 행 {total}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/decisions.py" />
            <source>{split}: {texts} texts, {coverage:.1f} % answered, of which {wrong} % wrongly.</source>
            <translation>{split}: 텍스트 {texts}개, {coverage:.1f} %에 답했고 그중 {wrong} %가 틀렸습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/rates_plot.py" />
            <source>{stage}, {updates} updates</source>
            <translation>{stage}, 업데이트 {updates}번</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{start:.0f} to {last:.0f} % of the stage</source>
            <translation>단계의 {start:.0f}~{last:.0f} %</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/stage_inputs.py" />
            <source>{sum} updates per epoch.</source>
            <translation>에폭당 업데이트 {sum}번.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/form/guide.py" />
            <source>{takes} You can close the window; the run continues.</source>
            <translation>{takes} 창을 닫아도 실행은 계속됩니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>{task}, stage {stage}</source>
            <translation>{task}, 단계 {stage}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>{texts:,.0f} texts/s on average</source>
            <translation>평균 초당 텍스트 {texts:,.0f}개</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/side_tabs.py" />
            <source>{texts:,.0f} texts/s, {tokens} tokens/s</source>
            <translation>텍스트 {texts:,.0f}개/초, 토큰 {tokens}개/초</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{texts} passages, {name}</source>
            <translation>구절 {texts}개, {name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>{texts} texts, {mean}.</source>
            <translation>텍스트 {texts}개, {mean}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/consequences/panel.py" />
            <source>{text} ({i} of {many})</source>
            <translation>{text} ({many} 중 {i})</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/explore.py" />
            <location filename="../../workbench/pages/runs/page.py" />
            <source>{text}, on demonstration texts</source>
            <translation>{text}, 데모 텍스트에서</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>{title} against {name}</source>
            <translation>{name} 대비 {title}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>{title} has not been read yet</source>
            <translation>{title}: 아직 읽지 않았습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>{title} is among the recipes, and on the command line: palimpsest run {name}</source>
            <translation>{title}: 레시피에 추가되었습니다. 명령줄에서는 palimpsest run {name}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/draft_io.py" />
            <source>{title} is no longer among the recipes</source>
            <translation>{title}: 레시피에서 제거했습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>{title} needs a copy of your own</source>
            <translation>{title}: 자신의 사본이 필요합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>{title} on the test texts minus that of {name}</source>
            <translation>테스트 텍스트의 {title}에서 {name}의 값을 뺀 값</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/page.py" />
            <source>{title} was removed from the catalogue; its files are where they were.</source>
            <translation>{title}: 카탈로그에서 제거했습니다. 파일은 원래 위치에 그대로 있습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/curve_plot.py" />
            <location filename="../../workbench/plots/heat_map.py" />
            <location filename="../../workbench/plots/plane/plot.py" />
            <source>{title}, as a table</source>
            <translation>{title}, 표로</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/design/context/wording.py" />
            <source>{title}, unchanged</source>
            <translation>{title}, 변경 없음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>{title}. ± is {half} over seeds.</source>
            <translation>{title}. ±는 시드에 대한 {half}입니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/catalogue/copies.py" />
            <source>{title}: the hub's copy is used.</source>
            <translation>{title}: 허브의 사본을 사용합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/plots/histogram.py" />
            <source>{total} in {bins} bins</source>
            <translation>구간 {bins}개에 {total}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/inspector/paper.py" />
            <source>{train} training, {test} test</source>
            <translation>학습 {train}, 테스트 {test}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>{trials} of {planned} trials, {spent} of {hours} hours: {states}</source>
            <translation>시도 {planned}번 중 {trials}번, {hours}시간 중 {spent}시간: {states}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/search_results.py" />
            <source>{trials} of {planned} trials: {states}</source>
            <translation>시도 {planned}번 중 {trials}번: {states}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/lists_panel.py" />
            <location filename="../../workbench/pages/runs/details/errors_tab.py" />
            <source>{true} taken for {guess}</source>
            <translation>{true} → {guess}(으)로 분류됨</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>{unfinished} of {n} run still has to run.</source>
            <translation>실행 {n}개 중 {unfinished}개를 더 실행해야 합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/reproduce.py" />
            <source>{unfinished} of {n} runs still have to run.</source>
            <translation>실행 {n}개 중 {unfinished}개를 더 실행해야 합니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/classify/page.py" />
            <source>{unsure} of {n:,} answers have a confidence below {percent} %</source>
            <translation>답 {n:,}개 중 {unsure}개의 확신도가 {percent} % 미만</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/editors.py" />
            <source>{value} is not a whole number.</source>
            <translation>{value}은(는) 정수가 아닙니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/forms/editors.py" />
            <source>{value} is not allowed here: it must be {range}.</source>
            <translation>{value}은(는) 여기서 허용되지 않습니다. 범위: {range}.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/columns.py" />
            <source>{verdict}, single runs</source>
            <translation>{verdict}, 단일 실행</translation>
        </message>
        <message>
            <location filename="../../workbench/tables/delegates.py" />
            <source>{verdict}, {low:.2f} to {high:.2f}</source>
            <translation>{verdict}, {low:.2f}~{high:.2f}</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/error_slices.py" />
            <source>{worse} of {worst} slices found on one half are worse than the rest on the other half (p &lt; 0.05 after Holm's correction).</source>
            <translation>한쪽 절반에서 찾은 슬라이스 {worst}개 중 {worse}개가 다른 절반에서 나머지보다 나쁩니다(Holm 수정 후 p &lt; 0.05).</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/details/headline.py" />
            <source>{wrong_share} % of test texts are wrong ({wrong} of {texts}); {right_share} % right</source>
            <translation>테스트 텍스트의 {wrong_share} %가 틀림({texts}개 중 {wrong}개), {right_share} %가 맞음</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/wording.py" />
            <source>± is {what} over seeds; bands too.</source>
            <translation>±는 시드에 대한 {what}이며, 띠도 같습니다.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/compare/plots.py" />
            <source>± s.d.</source>
            <translation>± 표준편차</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/runs/forgetting/wording.py" />
            <source>× before</source>
            <translation>× 학습 전</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attributions.py" />
            <source>“{text}” adds {value} to the logit: evidence against the prediction</source>
            <translation>“{text}”: 로짓에 {value}을(를) 더함. 예측에 반하는 근거</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attributions.py" />
            <source>“{text}” adds {value} to the logit: evidence for the prediction</source>
            <translation>“{text}”: 로짓에 {value}을(를) 더함. 예측을 뒷받침하는 근거</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attributions.py" />
            <source>“{text}” adds {value} to the number</source>
            <translation>“{text}”: 숫자에 {value}을(를) 더합니다</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/lab/attributions.py" />
            <source>“{text}” is cut off: the model does not read it</source>
            <translation>“{text}”: 잘린 부분이며 모델이 읽지 않습니다</translation>
        </message>
        <message>
            <location filename="../../workbench/widgets/numbers.py" />
            <source>“{text}” is not a number; 0.1, 24 and 2e-5 are.</source>
            <translation>“{text}”은(는) 숫자가 아닙니다. 숫자의 예: 0.1, 24, 2e-5.</translation>
        </message>
        <message>
            <location filename="../../workbench/pages/data/texts/reading_pane.py" />
            <source>… {left} more characters</source>
            <translation>… 문자 {left}개 더</translation>
        </message>
    </context>
    <context>
        <name>engine</name>
        <message>
            <source>% of the run</source>
            <translation>% (실행 시간 대비)</translation>
        </message>
        <message>
            <source>% of time</source>
            <translation>시간의 %</translation>
        </message>
        <message>
            <source>%, best</source>
            <translation>%, 최적</translation>
        </message>
        <message>
            <source>'last', 'all', 'pooler', layer numbers from 1 (0 is the embedding output, -1 the top) and ranges: '9..12', '1, 6, last'.</source>
            <translation>'last', 'all', 'pooler', 1부터 시작하는 층 번호(0은 임베딩 출력, -1은 맨 위 층)와 범위: '9..12', '1, 6, last'.</translation>
        </message>
        <message>
            <source>'palimpsest fields' lists the settings.</source>
            <translation>'palimpsest fields'가 설정을 나열합니다.</translation>
        </message>
        <message>
            <source>'random' trains the same architecture from scratch, as a baseline.</source>
            <translation>'random'은 같은 구조를 처음부터 학습하는 베이스라인입니다.</translation>
        </message>
        <message>
            <source>'{axis}' makes the rows or columns of the table of '{recipe}', so it cannot have one value.</source>
            <translation>'{axis}'은(는) '{recipe}' 표의 행이나 열이므로 값이 하나일 수 없습니다.</translation>
        </message>
        <message>
            <source>'{cell}' is not a decision.</source>
            <translation>'{cell}'은(는) 결정이 아닙니다.</translation>
        </message>
        <message>
            <source>'{entry}' is not a class with a weight above 0.</source>
            <translation>'{entry}'은(는) 클래스와 가중치(0보다 큰 수)가 아닙니다.</translation>
        </message>
        <message>
            <source>'{file}' cannot be read as JSON ({reason}).</source>
            <translation>'{file}'을(를) JSON으로 읽을 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>'{file}' holds no JSON object.</source>
            <translation>'{file}'에 JSON 객체가 없습니다.</translation>
        </message>
        <message>
            <source>'{file}' is nested too deeply.</source>
            <translation>'{file}'이(가) 너무 깊게 중첩되어 있습니다.</translation>
        </message>
        <message>
            <source>'{finding}' is not a finding whose texts can be left out.</source>
            <translation>'{finding}'은(는) 해당 텍스트를 제외할 수 있는 발견이 아닙니다.</translation>
        </message>
        <message>
            <source>'{given}' is not a size in GB.</source>
            <translation>'{given}'은(는) GB 크기가 아닙니다.</translation>
        </message>
        <message>
            <source>'{name}' cannot be compared by size.</source>
            <translation>'{name}'은(는) 크기를 비교할 수 없습니다.</translation>
        </message>
        <message>
            <source>'{name}' cannot name a file.</source>
            <translation>'{name}'은(는) 파일 이름이 될 수 없습니다.</translation>
        </message>
        <message>
            <source>'{name}' cannot name a place.</source>
            <translation>'{name}'은(는) 실행 위치의 이름이 될 수 없습니다.</translation>
        </message>
        <message>
            <source>'{name}' has a value for each class, so runs cannot be compared by it.</source>
            <translation>'{name}'은(는) 클래스마다 값이 있어 실행을 비교할 수 없습니다.</translation>
        </message>
        <message>
            <source>'{name}' has no fields.</source>
            <translation>'{name}'에는 필드가 없습니다.</translation>
        </message>
        <message>
            <source>'{name}' has {layers} layers, so there is no layer {teacher_layer}.</source>
            <translation>'{name}'의 층은 {layers}개라 층 {teacher_layer}이(가) 없습니다.</translation>
        </message>
        <message>
            <source>'{name}' holds a {kind} model, not a BERT-like encoder.</source>
            <translation>'{name}'에는 BERT 계열 인코더가 아니라 {kind} 모델이 있습니다.</translation>
        </message>
        <message>
            <source>'{name}' holds no Hugging Face model, not a BERT-like encoder.</source>
            <translation>'{name}'에는 Hugging Face 모델이 없습니다. BERT 계열 인코더가 필요합니다.</translation>
        </message>
        <message>
            <source>'{name}' holds {what}, not a BERT-like encoder.</source>
            <translation>'{name}'에는 BERT 계열 인코더가 아니라 {what}이(가) 있습니다.</translation>
        </message>
        <message>
            <source>'{name}' is no field of the format.</source>
            <translation>'{name}'은(는) 이 형식의 필드가 아닙니다.</translation>
        </message>
        <message>
            <source>'{name}' is not a class of the data set.</source>
            <translation>'{name}'은(는) 데이터셋의 클래스가 아닙니다.</translation>
        </message>
        <message>
            <source>'{name}' is not a label of the data set.</source>
            <translation>'{name}'은(는) 데이터셋의 레이블이 아닙니다.</translation>
        </message>
        <message>
            <source>'{name}' is not in their order ({order}).</source>
            <translation>'{name}'이(가) 순서({order})에 없습니다.</translation>
        </message>
        <message>
            <source>'{name}' is the name of a Windows device and cannot name a file.</source>
            <translation>'{name}'은(는) Windows의 장치라 파일 이름이 될 수 없습니다.</translation>
        </message>
        <message>
            <source>'{name}' may be {one} or {other}.</source>
            <translation>'{name}'은(는) {one} 또는 {other}일 수 있습니다.</translation>
        </message>
        <message>
            <source>'{name}' names another size than '{size}'.</source>
            <translation>'{name}'은(는) '{size}'와(과) 다른 크기입니다.</translation>
        </message>
        <message>
            <source>'{name}' occurs twice in {cell}.</source>
            <translation>'{name}'이(가) {cell}에 두 번 있습니다.</translation>
        </message>
        <message>
            <source>'{name}...' is too long for the name of a file.</source>
            <translation>'{name}...'은(는) 파일 이름으로 너무 깁니다.</translation>
        </message>
        <message>
            <source>'{only}' is the only label of {rows} rows.</source>
            <translation>'{only}'이(가) {rows}개 행의 유일한 레이블입니다.</translation>
        </message>
        <message>
            <source>'{record}' is not a row number.</source>
            <translation>'{record}'은(는) 행 번호가 아닙니다.</translation>
        </message>
        <message>
            <source>'{source}' cannot be loaded ({reason}).</source>
            <translation>'{source}'을(를) 불러올 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>'{source}' has no {split} split.</source>
            <translation>'{source}'에는 {split} 분할이 없습니다.</translation>
        </message>
        <message>
            <source>'{source}' holds an adapter ({file}) rather than an encoder alone.</source>
            <translation>'{source}'에는 인코더만이 아니라 어댑터({file})가 들어 있습니다.</translation>
        </message>
        <message>
            <source>'{source}' is a file.</source>
            <translation>'{source}'은(는) 파일입니다.</translation>
        </message>
        <message>
            <source>'{source}' names no run.</source>
            <translation>'{source}'은(는) 실행을 가리키지 않습니다.</translation>
        </message>
        <message>
            <source>'{suffix}' is not a known ending.</source>
            <translation>'{suffix}'은(는) 알려진 확장자가 아닙니다.</translation>
        </message>
        <message>
            <source>'{suffix}' is not an ending of a decisions file.</source>
            <translation>'{suffix}'은(는) 결정 파일의 확장자가 아닙니다.</translation>
        </message>
        <message>
            <source>'{text}' gives no shares between 0 and 1.</source>
            <translation>'{text}'에 0과 1 사이의 비율이 없습니다.</translation>
        </message>
        <message>
            <source>'{text}' needs {mark} once, where the name of the class goes.</source>
            <translation>'{text}'에는 클래스 이름이 들어갈 자리에 {mark}이(가) 한 번 있어야 합니다.</translation>
        </message>
        <message>
            <source>'{value}' cannot join two conditions.</source>
            <translation>'{value}'은(는) 두 조건을 이을 수 없습니다.</translation>
        </message>
        <message>
            <source>'{value}' is not a choice of layers.</source>
            <translation>'{value}'은(는) 층 지정이 아닙니다.</translation>
        </message>
        <message>
            <source>'{value}' is not a day.</source>
            <translation>'{value}'은(는) 날짜가 아닙니다.</translation>
        </message>
        <message>
            <source>'{value}' is not a duration.</source>
            <translation>'{value}'은(는) 기간이 아닙니다.</translation>
        </message>
        <message>
            <source>'{value}' is not a list of steps.</source>
            <translation>'{value}'은(는) 스텝 목록이 아닙니다.</translation>
        </message>
        <message>
            <source>'{value}' is not a number above 0.</source>
            <translation>'{value}'은(는) 0보다 큰 수가 아닙니다.</translation>
        </message>
        <message>
            <source>'{value}' is not a number.</source>
            <translation>'{value}'은(는) 숫자가 아닙니다.</translation>
        </message>
        <message>
            <source>'{value}' is not a starting point.</source>
            <translation>'{value}'은(는) 시작점이 아닙니다.</translation>
        </message>
        <message>
            <source>'{value}' is not known.</source>
            <translation>'{value}'은(는) 알 수 없습니다.</translation>
        </message>
        <message>
            <source>(IA)³</source>
            <translation>(IA)³</translation>
        </message>
        <message>
            <source>--abstain-below and --max-risk both define when to abstain.</source>
            <translation>--abstain-below와 --max-risk는 둘 다 언제 답하지 않을지 정합니다.</translation>
        </message>
        <message>
            <source>--judge-by, --margin, --details and --queue-seeds need a test.</source>
            <translation>--judge-by, --margin, --details, --queue-seeds에는 검정이 필요합니다.</translation>
        </message>
        <message>
            <source>--metric and --cost define two different rules.</source>
            <translation>--metric과 --cost는 서로 다른 두 규칙을 정합니다.</translation>
        </message>
        <message>
            <source>--no-int8 leaves out the 8-bit graph of --layout {onnx}, and {layout} has none.</source>
            <translation>--no-int8은 --layout {onnx}의 8비트 그래프를 뺍니다. {layout}에는 그런 그래프가 없습니다.</translation>
        </message>
        <message>
            <source>--set and --encoder have an effect only with --data.</source>
            <translation>--set과 --encoder는 --data와 함께일 때만 효과가 있습니다.</translation>
        </message>
        <message>
            <source>/s</source>
            <translation>/초</translation>
        </message>
        <message>
            <source>0 is no limit.</source>
            <translation>0은 제한 없음입니다.</translation>
        </message>
        <message>
            <source>0: all cores.</source>
            <translation>0: 모든 코어.</translation>
        </message>
        <message>
            <source>0: masks and pairs are drawn anew in every pass. Else the corpus is prepared this many times over and then repeated, as the original does (10; the paper's code 5).</source>
            <translation>0: 마스크와 문장 쌍을 매번 새로 뽑습니다. 그 외에는 말뭉치를 이 횟수만큼 미리 만들어 두고 반복하며, 원본 구현도 그렇게 합니다(10, 논문 코드는 5).</translation>
        </message>
        <message>
            <source>1 cell begins like a formula and got an apostrophe, so that no spreadsheet computes it.</source>
            <translation>셀 1개가 수식처럼 시작하여, 스프레드시트가 계산하지 않도록 아포스트로피를 붙였습니다.</translation>
        </message>
        <message>
            <source>1 row without label left out of {file}.</source>
            <translation>{file}에서 레이블이 없는 1개 행을 제외했습니다.</translation>
        </message>
        <message>
            <source>1 row without text left out of {file}.</source>
            <translation>{file}에서 텍스트가 없는 1개 행을 제외했습니다.</translation>
        </message>
        <message>
            <source>100 − Hamming loss</source>
            <translation>100 − 해밍 손실</translation>
        </message>
        <message>
            <source>100 − calibration error</source>
            <translation>100 − 보정 오차</translation>
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
            <translation>논문은 2e-5를 씁니다.</translation>
        </message>
        <message>
            <source>32-bit</source>
            <translation>32비트</translation>
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
            <translation>6가지 답 유형 또는 더 세분된 50가지.</translation>
        </message>
        <message>
            <source>8e-3</source>
            <translation>8e-3</translation>
        </message>
        <message>
            <source>A backslash alone</source>
            <translation>백슬래시만</translation>
        </message>
        <message>
            <source>A bidirectional LSTM over all tokens with structured self-attention (Lin et al. 2017).</source>
            <translation>모든 토큰에 대한 양방향 LSTM과 구조화된 셀프 어텐션입니다(Lin et al. 2017).</translation>
        </message>
        <message>
            <source>A bound has no effect when the last update is tested.</source>
            <translation>마지막 업데이트를 테스트하는 동안에는 한도가 효과가 없습니다.</translation>
        </message>
        <message>
            <source>A bundled sample (samples:reviews), a set of the paper (paper:imdb), a set of the catalogue (catalogue:NAME), a file or folder, or a hub id (hub:imdb).</source>
            <translation>내장 샘플(samples:reviews), 논문의 데이터셋(paper:imdb), 카탈로그의 데이터셋(catalogue:NAME), 파일이나 폴더, 또는 허브 ID(hub:imdb).</translation>
        </message>
        <message>
            <source>A capsule holds finished runs.</source>
            <translation>캡슐에는 끝난 실행이 들어갑니다.</translation>
        </message>
        <message>
            <source>A cell is a list of 0 and 1, one for each label; data.classes names them in that order.</source>
            <translation>셀은 레이블마다 하나인 0과 1의 목록입니다. data.classes가 그 순서로 이름을 줍니다.</translation>
        </message>
        <message>
            <source>A checkpoint is PREFIX.index and PREFIX.data-00000-of-00001.</source>
            <translation>체크포인트는 PREFIX.index와 PREFIX.data-00000-of-00001입니다.</translation>
        </message>
        <message>
            <source>A cluster with Slurm: this computer, where jobs can be submitted from it, or a login node over SSH.</source>
            <translation>Slurm이 있는 클러스터: 작업을 제출할 수 있는 이 컴퓨터, 또는 SSH로 접속하는 로그인 노드.</translation>
        </message>
        <message>
            <source>A commit, tag or branch of the hub's repository; empty: the newest when the run is queued.</source>
            <translation>허브 리포지토리의 커밋, 태그 또는 브랜치입니다. 비우면 실행을 대기열에 넣을 때의 최신판을 씁니다.</translation>
        </message>
        <message>
            <source>A commit, tag or branch of the hub's repository; empty: the newest.</source>
            <translation>허브 리포지토리의 커밋, 태그 또는 브랜치입니다. 비우면 최신판을 씁니다.</translation>
        </message>
        <message>
            <source>A comparison is: test &lt; 4</source>
            <translation>비교의 예: test &lt; 4</translation>
        </message>
        <message>
            <source>A constraint on the checkpoint, such as the lowest error with language forgotten at most × 1.5. Forgetting is then measured at every evaluation, whatever the cost.</source>
            <translation>체크포인트가 지켜야 하는 한계입니다. 예: 언어 손실이 최대 × 1.5인 것 중 오류율이 가장 낮은 체크포인트. 이때 망각은 비용과 관계없이 모든 평가에서 측정합니다.</translation>
        </message>
        <message>
            <source>A folder needs a sub-folder of text files for each class (.txt), or files called train and test.</source>
            <translation>폴더에는 클래스마다 텍스트 파일(.txt)이 든 하위 폴더가 있거나, train과 test라는 파일이 있어야 합니다.</translation>
        </message>
        <message>
            <source>A fresh random order each epoch, as in the paper. With packing no time goes into padding.</source>
            <translation>논문처럼 에폭마다 새로운 무작위 순서를 씁니다. 패킹을 쓰면 패딩에 시간이 들지 않습니다.</translation>
        </message>
        <message>
            <source>A hidden layer between features and classes.</source>
            <translation>특징과 클래스 사이에 은닉층을 하나 둡니다.</translation>
        </message>
        <message>
            <source>A key of the store that every evaluation has: retention/factor (perplexity on general text relative to that before training), drift/all, or a validation metric such as validation/calibration_error.</source>
            <translation>모든 평가에 있는 저장소의 키입니다: retention/factor(일반 텍스트의 퍼플렉서티가 학습 전의 몇 배인지), drift/all, 또는 validation/calibration_error 같은 검증 지표.</translation>
        </message>
        <message>
            <source>A label, a blank and a text on each line; several labels where each begins with __label__.</source>
            <translation>줄마다 레이블, 공백, 텍스트가 있습니다. 각각 __label__로 시작하면 레이블이 여러 개일 수 있습니다.</translation>
        </message>
        <message>
            <source>A machine with Palimpsest installed that you can log in to with ssh, without typing a password.</source>
            <translation>Palimpsest가 설치되어 있고 암호 입력 없이 ssh로 로그인할 수 있는 컴퓨터.</translation>
        </message>
        <message>
            <source>A number</source>
            <translation>수치</translation>
        </message>
        <message>
            <source>A number, or type and number (a100:2). Empty: none.</source>
            <translation>개수, 또는 종류와 개수(a100:2). 비우면 없음.</translation>
        </message>
        <message>
            <source>A rate of its own for the head; 0: the stage's rate.</source>
            <translation>헤드에만 쓰는 학습률입니다. 0: 단계의 학습률.</translation>
        </message>
        <message>
            <source>A real number: a rating, a price, a share.</source>
            <translation>실수: 평점, 가격, 비율.</translation>
        </message>
        <message>
            <source>A run with {settings} can be exported for transformers.</source>
            <translation>{settings}인 실행은 transformers용으로 내보낼 수 있습니다.</translation>
        </message>
        <message>
            <source>A search would use them.</source>
            <translation>탐색은 검증 레이블을 쓰게 됩니다.</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>A second graph has 8-bit weights; the test texts that it answers differently are counted.</source>
            <translation>두 번째 그래프는 8비트 가중치를 씁니다. 답이 달라지는 테스트 텍스트의 수를 셉니다.</translation>
        </message>
        <message>
            <source>A seed of its own for this stage. Runs that repeat the rest with other seeds then share this stage.</source>
            <translation>이 단계에만 쓰는 시드입니다. 나머지를 다른 시드로 반복하는 실행들이 이 단계를 공유합니다.</translation>
        </message>
        <message>
            <source>A separate file for the final test.</source>
            <translation>최종 테스트에 쓰는 별도의 파일입니다.</translation>
        </message>
        <message>
            <source>A separate file for validation; empty: a share of the training split.</source>
            <translation>검증에 쓰는 별도의 파일입니다. 비우면 학습 분할의 일부를 씁니다.</translation>
        </message>
        <message>
            <source>A short linear rise and a long linear fall, starting and ending at 1/ratio of the peak (ULMFiT).</source>
            <translation>짧은 선형 상승과 긴 선형 하강으로, 최댓값의 1/비율에서 시작하고 끝납니다(ULMFiT).</translation>
        </message>
        <message>
            <source>A single backslash replaces a line break. The hub's copy joins title and description by a blank.</source>
            <translation>백슬래시 하나가 줄바꿈을 뜻합니다. 허브의 사본은 제목과 설명을 빈칸으로 잇습니다.</translation>
        </message>
        <message>
            <source>A size has set and sweep.</source>
            <translation>크기에는 set과 sweep이 있습니다.</translation>
        </message>
        <message>
            <source>A thousand generated headlines, four topics, a small BERT: a first model within a minute and a half on two CPU cores.</source>
            <translation>생성된 헤드라인 천 개, 주제 네 개, 작은 BERT: CPU 코어 두 개로 1분 30초 안에 첫 모델을 얻습니다.</translation>
        </message>
        <message>
            <source>A value is required.</source>
            <translation>값이 필요합니다.</translation>
        </message>
        <message>
            <source>AG's News</source>
            <translation>AG's News</translation>
        </message>
        <message>
            <source>Abilities</source>
            <translation>능력</translation>
        </message>
        <message>
            <source>Ability</source>
            <translation>능력</translation>
        </message>
        <message>
            <source>Absolute</source>
            <translation>절댓값</translation>
        </message>
        <message>
            <source>Account</source>
            <translation>계정</translation>
        </message>
        <message>
            <source>Accumulation</source>
            <translation>누적</translation>
        </message>
        <message>
            <source>Accuracy</source>
            <translation>정확도</translation>
        </message>
        <message>
            <source>Activation</source>
            <translation>활성화 함수</translation>
        </message>
        <message>
            <source>Activation checkpointing: layers are computed again in the backward pass; less memory, a third more time.</source>
            <translation>활성화 체크포인팅: 역전파에서 층을 다시 계산합니다. 메모리는 줄고 시간은 3분의 1 늘어납니다.</translation>
        </message>
        <message>
            <source>Adam with bias correction and decoupled weight decay.</source>
            <translation>편향 보정과 분리된 가중치 감쇠를 쓰는 Adam입니다.</translation>
        </message>
        <message>
            <source>Adam without bias correction, whose moments begin at zero.</source>
            <translation>편향 보정이 없고 모멘트가 0에서 시작하는 Adam입니다.</translation>
        </message>
        <message>
            <source>AdamW</source>
            <translation>AdamW</translation>
        </message>
        <message>
            <source>Adapt all matrices, or use no adapter.</source>
            <translation>모든 행렬에 어댑터를 붙이거나 어댑터를 쓰지 마세요.</translation>
        </message>
        <message>
            <source>Adapter</source>
            <translation>어댑터</translation>
        </message>
        <message>
            <source>Add --yes.</source>
            <translation>--yes를 추가하세요.</translation>
        </message>
        <message>
            <source>Add one with: palimpsest places add NAME ssh host=HOST</source>
            <translation>이렇게 추가하세요: palimpsest places add NAME ssh host=HOST</translation>
        </message>
        <message>
            <source>Add {again} to that stage's kept steps.</source>
            <translation>그 단계의 보존 스텝에 {again}을(를) 추가하세요.</translation>
        </message>
        <message>
            <source>Add {ways}.</source>
            <translation>다음을 추가하세요: {ways}.</translation>
        </message>
        <message>
            <source>Added to the root of the second moment.</source>
            <translation>2차 모멘트의 제곱근에 더하는 값입니다.</translation>
        </message>
        <message>
            <source>Adds a low-rank product to matrices, W + (α / r) B A; merged into W when the stage ends (LoRA).</source>
            <translation>행렬에 저랭크 곱을 더합니다: W + (α / r) B A. 단계가 끝나면 W에 병합합니다(LoRA).</translation>
        </message>
        <message>
            <source>Adds α/2 ‖w − w⁰‖² over the encoder and β/2 ‖w‖² over the new head to the loss, in place of weight decay.</source>
            <translation>가중치 감쇠 대신 인코더에 대한 α/2 ‖w − w⁰‖²와 새 헤드에 대한 β/2 ‖w‖²를 손실에 더합니다.</translation>
        </message>
        <message>
            <source>Adds λ T² KL(p_before ‖ p_now) on the new task's texts, both softened with temperature T (LwF). Earlier tasks have to be learnt as single label or soft label.</source>
            <translation>새 태스크의 텍스트에 대한 λ T² KL(p_before ‖ p_now)를 더하며, 둘 다 온도 T로 부드럽게 합니다(LwF). 이전 태스크 중에서는 단일 레이블이나 소프트 레이블로 학습한 것만 유지하고 나머지는 거부합니다.</translation>
        </message>
        <message>
            <source>Adds λ/2 Σ F_i (w_i − w⁰_i)² to the loss; F is the diagonal Fisher information of what was known before (EWC). Earlier tasks have to be learnt as single label or soft label.</source>
            <translation>λ/2 Σ F_i (w_i − w⁰_i)²를 손실에 더합니다. F는 이전에 알던 것에 대한 대각 피셔 정보입니다(EWC). 이전 태스크 중에서는 단일 레이블이나 소프트 레이블로 학습한 것만 유지하고 나머지는 거부합니다.</translation>
        </message>
        <message>
            <source>Against forgetting</source>
            <translation>망각 방지</translation>
        </message>
        <message>
            <source>Agreement beyond chance, where an answer counts by the square of its distance in ranks: 1 is perfect, 0 chance.</source>
            <translation>우연을 넘는 일치도이며, 답은 등급 거리의 제곱으로 반영됩니다. 1은 완전한 일치, 0은 우연입니다.</translation>
        </message>
        <message>
            <source>All 4, concatenated</source>
            <translation>4개 층 모두, 연결</translation>
        </message>
        <message>
            <source>All matrices</source>
            <translation>모든 행렬</translation>
        </message>
        <message>
            <source>All of the text: fractions of the full length are encoded one by one, then combined into one vector.</source>
            <translation>텍스트 전체를 읽습니다. 최대 길이의 조각을 하나씩 인코딩한 다음 하나의 벡터로 결합합니다.</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/verdicts/statistics.py" />
            <source>All seeds gave the same result, so there is no interval: too few seeds to estimate their variance.</source>
            <translation>시드 사이에 차이가 없으면 구간이 없습니다. 이렇게 적은 수로는 시드가 영향을 주지 않음을 보일 수 없습니다.</translation>
        </message>
        <message>
            <source>All splits, test too</source>
            <translation>모든 분할, 테스트 포함</translation>
        </message>
        <message>
            <source>All texts alike</source>
            <translation>모든 텍스트를 똑같이</translation>
        </message>
        <message>
            <source>Allow more errors, or train a better model.</source>
            <translation>오류를 더 허용하거나 더 나은 모델을 학습하세요.</translation>
        </message>
        <message>
            <source>Allow more tokens.</source>
            <translation>토큰을 더 허용하세요.</translation>
        </message>
        <message>
            <source>Allow {least} or more.</source>
            <translation>{least} 이상을 허용하세요.</translation>
        </message>
        <message>
            <source>An installed spaCy pipeline, as the paper's code uses en_core_web_md.</source>
            <translation>설치된 spaCy 파이프라인입니다. 논문의 코드는 en_core_web_md를 씁니다.</translation>
        </message>
        <message>
            <source>Anchor</source>
            <translation>앵커</translation>
        </message>
        <message>
            <source>Annealed</source>
            <translation>어닐링</translation>
        </message>
        <message>
            <source>Another file than ~/.ssh/config.</source>
            <translation>~/.ssh/config가 아닌 다른 파일입니다.</translation>
        </message>
        <message>
            <source>Answers</source>
            <translation>답</translation>
        </message>
        <message>
            <source>Answers with the class whose name is nearest to the text: no label is used, only the encoder. Only for tasks learnt as single label.</source>
            <translation>이름이 텍스트에 가장 가까운 클래스로 답합니다. 레이블 없이 인코더만 씁니다. 단일 레이블로 학습하는 과제에만 씁니다.</translation>
        </message>
        <message>
            <source>Apart from</source>
            <translation>제외할 데이터</translation>
        </message>
        <message>
            <source>Apply decisions to the data set that they were written for.</source>
            <translation>결정을 내렸던 데이터셋에 적용하세요.</translation>
        </message>
        <message>
            <source>As given</source>
            <translation>직접 지정</translation>
        </message>
        <message>
            <source>As sbatch takes it: 04:00:00, 2-12. Empty: the partition's. A run that needs longer continues in another job of the same limit.</source>
            <translation>sbatch에 쓰는 그대로: 04:00:00, 2-12. 비우면 파티션의 제한입니다. 더 오래 걸리는 실행은 같은 제한의 다른 작업에서 이어집니다.</translation>
        </message>
        <message>
            <source>As ssh takes it. Empty: this computer itself submits jobs.</source>
            <translation>ssh에 쓰는 그대로입니다. 비우면 이 컴퓨터가 직접 작업을 제출합니다.</translation>
        </message>
        <message>
            <source>As ssh takes it: a name, user@name, or an alias of ~/.ssh/config.</source>
            <translation>ssh에 쓰는 그대로: 이름, user@name, 또는 ~/.ssh/config의 별칭.</translation>
        </message>
        <message>
            <source>As the paper's code</source>
            <translation>논문 코드대로</translation>
        </message>
        <message>
            <source>As the paper's text</source>
            <translation>논문 본문대로</translation>
        </message>
        <message>
            <source>Ask for a plain state dict (torch.save(model.state_dict(), ...)).</source>
            <translation>단순한 state dict(torch.save(model.state_dict(), ...))를 요청하세요.</translation>
        </message>
        <message>
            <source>Ask for at least {n}.</source>
            <translation>{n}개 이상으로 하세요.</translation>
        </message>
        <message>
            <source>Ask for at most {there}, or 0 for all.</source>
            <translation>최대 {there}개, 전부는 0으로 하세요.</translation>
        </message>
        <message>
            <source>Ask for fewer layers.</source>
            <translation>층을 줄이세요.</translation>
        </message>
        <message>
            <source>Ask for fewer.</source>
            <translation>줄이세요.</translation>
        </message>
        <message>
            <source>Ask for less.</source>
            <translation>더 적게 요청하세요.</translation>
        </message>
        <message>
            <source>Asynchronous successive halving: at evaluations 1, η, η² … only the best 1/η of the runs that have come so far go on (Li et al. 2020, algorithm 2).</source>
            <translation>비동기 연속 절반화: 평가 1, η, η² …에서 그때까지 온 실행 중 가장 좋은 1/η만 계속합니다(Li et al. 2020, 알고리즘 2).</translation>
        </message>
        <message>
            <source>At a fifth of the rate</source>
            <translation>학습률의 5분의 1로</translation>
        </message>
        <message>
            <source>At least</source>
            <translation>최소</translation>
        </message>
        <message>
            <source>At most</source>
            <translation>최대</translation>
        </message>
        <message>
            <source>At once</source>
            <translation>동시 작업 수</translation>
        </message>
        <message>
            <source>Attention</source>
            <translation>어텐션</translation>
        </message>
        <message>
            <source>Attention over layers</source>
            <translation>층에 대한 어텐션</translation>
        </message>
        <message>
            <source>Attention units</source>
            <translation>어텐션 유닛 수</translation>
        </message>
        <message>
            <source>Augmentation</source>
            <translation>증강</translation>
        </message>
        <message>
            <source>Augmentation of the training texts.</source>
            <translation>학습 텍스트를 변형하여 늘리는 방법입니다.</translation>
        </message>
        <message>
            <source>Automatic</source>
            <translation>자동</translation>
        </message>
        <message>
            <source>Automatic requeue</source>
            <translation>자동으로 다시 대기</translation>
        </message>
        <message>
            <source>Available: {known}.</source>
            <translation>사용 가능: {known}.</translation>
        </message>
        <message>
            <source>Available: {names}.</source>
            <translation>사용 가능: {names}.</translation>
        </message>
        <message>
            <source>Average a later stage, or a run of a pre-trained encoder.</source>
            <translation>뒤의 단계나 사전 학습한 인코더의 실행을 평균하세요.</translation>
        </message>
        <message>
            <source>Average a stage whose tasks are of one kind.</source>
            <translation>태스크의 종류가 같은 단계를 평균하세요.</translation>
        </message>
        <message>
            <source>Average precision</source>
            <translation>평균 정밀도(AP)</translation>
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
            <translation>BERT-base는 4e-4에서 학습에 실패했습니다(Sun et al. 2019, 5.3.3).</translation>
        </message>
        <message>
            <source>BERT-base on IMDb as published: 512 tokens, head 128 + tail 382, ξ 0.95, 2e-5, 4 epochs of batches of 24, and otherwise the settings of the paper's code. Needs the hub and a GPU.</source>
            <translation>발표된 대로 IMDb에서 BERT-base를 학습합니다: 토큰 512개, 헤드 128 + 테일 382, ξ 0.95, 2e-5, 배치 24로 4에폭, 나머지는 논문 코드대로. 허브와 GPU가 필요합니다.</translation>
        </message>
        <message>
            <source>BERT-large</source>
            <translation>BERT-large</translation>
        </message>
        <message>
            <source>Backward transfer</source>
            <translation>역방향 전이</translation>
        </message>
        <message>
            <source>Backward transfer: accuracy on earlier tasks minus that right after they were learnt, points; below zero is forgetting (Lopez-Paz and Ranzato 2017).</source>
            <translation>역방향 전이: 이전 태스크의 정확도에서 학습 직후의 정확도를 뺀 값(%p). 0보다 작으면 망각입니다(Lopez-Paz and Ranzato 2017).</translation>
        </message>
        <message>
            <source>Balanced accuracy</source>
            <translation>균형 정확도</translation>
        </message>
        <message>
            <source>Balanced: 1 / texts of the class</source>
            <translation>균형: 1 / 클래스의 텍스트 수</translation>
        </message>
        <message>
            <source>Balanced: texts without / texts with the label</source>
            <translation>균형: 레이블이 없는 텍스트 수 / 있는 텍스트 수</translation>
        </message>
        <message>
            <source>Baselines learn one class, several labels, ordered classes or numbers.</source>
            <translation>기준선은 단일 클래스, 여러 레이블, 순서가 있는 클래스 또는 수를 학습합니다.</translation>
        </message>
        <message>
            <source>Batch size</source>
            <translation>배치 크기</translation>
        </message>
        <message>
            <source>Batches</source>
            <translation>배치</translation>
        </message>
        <message>
            <source>Begin with the head of the stage it starts from, which has learnt the same data set, in place of a new one: the head alone first, for as long as it improves, then everything at a low rate.</source>
            <translation>새 헤드 대신, 같은 데이터셋을 학습한 출발 단계의 헤드로 시작합니다. 처음에는 나아지는 동안 헤드만 학습하고, 그다음 낮은 학습률로 전체를 학습합니다.</translation>
        </message>
        <message>
            <source>BertAdam (original)</source>
            <translation>BertAdam(원본)</translation>
        </message>
        <message>
            <source>Best on</source>
            <translation>선택 기준</translation>
        </message>
        <message>
            <source>Best on validation</source>
            <translation>검증에서 가장 좋은 것</translation>
        </message>
        <message>
            <source>Best validation</source>
            <translation>최적 검증</translation>
        </message>
        <message>
            <source>Best validation error</source>
            <translation>최저 검증 오류율</translation>
        </message>
        <message>
            <source>BiLSTM with self-attention (BERT-Feat)</source>
            <translation>BiLSTM과 셀프 어텐션(BERT-Feat)</translation>
        </message>
        <message>
            <source>Bound</source>
            <translation>한계</translation>
        </message>
        <message>
            <source>Bound drift/all, set no bound, or choose an encoder with a masked-word head.</source>
            <translation>drift/all에 한도를 두거나, 한도를 없애거나, 마스킹된 단어 헤드가 있는 인코더를 고르세요.</translation>
        </message>
        <message>
            <source>Brier score</source>
            <translation>브라이어 점수</translation>
        </message>
        <message>
            <source>Bring them here (palimpsest fetch {run}).</source>
            <translation>여기로 가져오세요(palimpsest fetch {run}).</translation>
        </message>
        <message>
            <source>Broken line (original code)</source>
            <translation>꺾인 직선(원본 코드)</translation>
        </message>
        <message>
            <source>Bundled sets are called samples:NAME, sets of the hub hub:NAME.</source>
            <translation>내장 데이터셋은 samples:이름, 허브의 데이터셋은 hub:이름이라고 씁니다.</translation>
        </message>
        <message>
            <source>Bundled: none.</source>
            <translation>내장된 것이 없습니다.</translation>
        </message>
        <message>
            <source>Bundled: {names}.</source>
            <translation>내장된 것: {names}.</translation>
        </message>
        <message>
            <source>By cross-validation</source>
            <translation>교차 검증으로</translation>
        </message>
        <message>
            <source>CLASS=WEIGHT for each class whose weight is not 1: spam=5.</source>
            <translation>1이 아닌 비중으로 셀 클래스마다 CLASS=WEIGHT로 적습니다: spam=5.</translation>
        </message>
        <message>
            <source>CPU threads</source>
            <translation>CPU 스레드 수</translation>
        </message>
        <message>
            <source>CPUs</source>
            <translation>CPU 수</translation>
        </message>
        <message>
            <source>CSV / TSV</source>
            <translation>CSV / TSV</translation>
        </message>
        <message>
            <source>Calibration error</source>
            <translation>보정 오차</translation>
        </message>
        <message>
            <source>Call the command from another folder.</source>
            <translation>다른 폴더에서 명령을 실행하세요.</translation>
        </message>
        <message>
            <source>Cells were computed in different precisions ({used}).</source>
            <translation>셀마다 계산 정밀도가 다릅니다({used}).</translation>
        </message>
        <message>
            <source>Chain-thaw</source>
            <translation>Chain-thaw</translation>
        </message>
        <message>
            <source>Change a recipe in its file, or run it with: palimpsest run RECIPE --set KEY=VALUE</source>
            <translation>레시피의 파일에서 바꾸거나 이렇게 실행하세요: palimpsest run RECIPE --set KEY=VALUE</translation>
        </message>
        <message>
            <source>Changes of the weights by the optimiser.</source>
            <translation>옵티마이저가 가중치를 바꾸는 횟수입니다.</translation>
        </message>
        <message>
            <source>Characters</source>
            <translation>문자</translation>
        </message>
        <message>
            <source>Check its permissions, end the program that has locked it, and try again.</source>
            <translation>권한을 확인하고, 잠그고 있는 프로그램을 끝낸 뒤 다시 시도하세요.</translation>
        </message>
        <message>
            <source>Check its permissions.</source>
            <translation>권한을 확인하세요.</translation>
        </message>
        <message>
            <source>Check that both files use the same labels and the same columns.</source>
            <translation>두 파일의 레이블과 열이 같은지 확인하세요.</translation>
        </message>
        <message>
            <source>Check that both sides run the same Palimpsest: palimpsest places test NAME</source>
            <translation>양쪽의 Palimpsest가 같은지 확인하세요: palimpsest places test NAME</translation>
        </message>
        <message>
            <source>Check that it is on and connected.</source>
            <translation>켜져 있고 연결되어 있는지 확인하세요.</translation>
        </message>
        <message>
            <source>Check that it is whole, or save it as CSV.</source>
            <translation>온전한지 확인하거나 CSV로 저장하세요.</translation>
        </message>
        <message>
            <source>Check that it is whole.</source>
            <translation>온전한지 확인하세요.</translation>
        </message>
        <message>
            <source>Check that the file is whole, or read a smaller part of it.</source>
            <translation>파일이 온전한지 확인하거나 더 작은 부분만 읽으세요.</translation>
        </message>
        <message>
            <source>Check that the file is whole.</source>
            <translation>파일이 온전한지 확인하세요.</translation>
        </message>
        <message>
            <source>Check that the folder is whole.</source>
            <translation>폴더가 온전한지 확인하세요.</translation>
        </message>
        <message>
            <source>Check that the log is whole.</source>
            <translation>로그가 온전한지 확인하세요.</translation>
        </message>
        <message>
            <source>Check the columns chosen.</source>
            <translation>고른 열을 확인하세요.</translation>
        </message>
        <message>
            <source>Check the disk.</source>
            <translation>디스크를 확인하세요.</translation>
        </message>
        <message>
            <source>Check the encoder's tokenizer files.</source>
            <translation>인코더의 토크나이저 파일을 확인하세요.</translation>
        </message>
        <message>
            <source>Check the file.</source>
            <translation>파일을 확인하세요.</translation>
        </message>
        <message>
            <source>Check the id, revision and access.</source>
            <translation>id, 리비전, 접근 권한을 확인하세요.</translation>
        </message>
        <message>
            <source>Check the label column.</source>
            <translation>레이블 열을 확인하세요.</translation>
        </message>
        <message>
            <source>Check the name (owner/name:configuration) and the network; sets that need remote code are not read.</source>
            <translation>이름(소유자/이름:구성)과 네트워크를 확인하세요. 원격 코드가 필요한 데이터셋은 읽지 않습니다.</translation>
        </message>
        <message>
            <source>Check the name, or the alias in ~/.ssh/config.</source>
            <translation>이름이나 ~/.ssh/config의 별칭을 확인하세요.</translation>
        </message>
        <message>
            <source>Check the path of the corpus.</source>
            <translation>말뭉치의 경로를 확인하세요.</translation>
        </message>
        <message>
            <source>Check the path of the general text, or leave it empty for the bundled one.</source>
            <translation>일반 텍스트의 경로를 확인하거나, 비워 두어 내장 텍스트를 쓰세요.</translation>
        </message>
        <message>
            <source>Check the path, or see palimpsest recipes.</source>
            <translation>경로를 확인하거나 palimpsest recipes를 보세요.</translation>
        </message>
        <message>
            <source>Check the path.</source>
            <translation>경로를 확인하세요.</translation>
        </message>
        <message>
            <source>Check where it comes from, or unpack it yourself and name the folder.</source>
            <translation>어디서 온 것인지 확인하거나, 직접 압축을 풀고 폴더를 지정하세요.</translation>
        </message>
        <message>
            <source>Check where it comes from, or unpack it yourself.</source>
            <translation>어디서 온 것인지 확인하거나 직접 압축을 푸세요.</translation>
        </message>
        <message>
            <source>Check where it comes from, save it as CSV, or set {name} to more megabytes.</source>
            <translation>출처를 확인하거나, CSV로 저장하거나, {name}을(를) 더 큰 메가바이트 값으로 설정하세요.</translation>
        </message>
        <message>
            <source>Checking the data set</source>
            <translation>데이터 세트 확인 중</translation>
        </message>
        <message>
            <source>Checking {name}</source>
            <translation>{name} 확인 중</translation>
        </message>
        <message>
            <source>Checkpoint every</source>
            <translation>체크포인트 간격</translation>
        </message>
        <message>
            <source>Choose a BERT, RoBERTa, DistilBERT or ELECTRA model, or leave attention out.</source>
            <translation>BERT, RoBERTa, DistilBERT, ELECTRA 모델을 고르거나 어텐션을 빼세요.</translation>
        </message>
        <message>
            <source>Choose a BERT, RoBERTa, DistilBERT, ELECTRA, MiniLM, DeBERTa, ModernBERT or EuroBERT model.</source>
            <translation>BERT, RoBERTa, DistilBERT, ELECTRA, MiniLM, DeBERTa, ModernBERT, EuroBERT 모델을 고르세요.</translation>
        </message>
        <message>
            <source>Choose a file with rows.</source>
            <translation>행이 있는 파일을 고르세요.</translation>
        </message>
        <message>
            <source>Choose a policy that does not train layers one by one.</source>
            <translation>층을 하나씩 학습하지 않는 정책을 고르세요.</translation>
        </message>
        <message>
            <source>Choose a sheet with rows.</source>
            <translation>행이 있는 시트를 고르세요.</translation>
        </message>
        <message>
            <source>Choose an encoder that was trained on masked words, or leave further pre-training out.</source>
            <translation>마스킹된 단어로 학습한 인코더를 고르거나 추가 사전 학습을 빼세요.</translation>
        </message>
        <message>
            <source>Choose an encoder that was trained on masked words, or leave this stage out.</source>
            <translation>마스킹된 단어로 학습한 인코더를 고르거나 이 단계를 빼세요.</translation>
        </message>
        <message>
            <source>Choose an encoder with a tokenizer.json.</source>
            <translation>tokenizer.json이 있는 인코더를 고르세요.</translation>
        </message>
        <message>
            <source>Choose another --port (0: any that is free) or --host.</source>
            <translation>다른 --port(0: 비어 있는 아무 포트)나 --host를 고르세요.</translation>
        </message>
        <message>
            <source>Choose another column.</source>
            <translation>다른 열을 고르세요.</translation>
        </message>
        <message>
            <source>Choose another data set.</source>
            <translation>다른 데이터셋을 고르세요.</translation>
        </message>
        <message>
            <source>Choose another name.</source>
            <translation>다른 이름을 고르세요.</translation>
        </message>
        <message>
            <source>Choose another truncation, or join them.</source>
            <translation>다른 자르기 방식을 고르거나 이어 붙이세요.</translation>
        </message>
        <message>
            <source>Choose by its {metric}.</source>
            <translation>{metric}(으)로 고르세요.</translation>
        </message>
        <message>
            <source>Choose masked words only.</source>
            <translation>마스킹된 단어만 고르세요.</translation>
        </message>
        <message>
            <source>Choose one of the two.</source>
            <translation>둘 중 하나를 고르세요.</translation>
        </message>
        <message>
            <source>Choose one of {names}.</source>
            <translation>다음 중 하나를 고르세요: {names}.</translation>
        </message>
        <message>
            <source>Choose one or the other.</source>
            <translation>하나만 고르세요.</translation>
        </message>
        <message>
            <source>Choose the folder of a data set.</source>
            <translation>데이터셋의 폴더를 고르세요.</translation>
        </message>
        <message>
            <source>Choose the folder of that set.</source>
            <translation>그 데이터셋의 폴더를 고르세요.</translation>
        </message>
        <message>
            <source>Choose the unpacked folder ({known}), or import the files as a data set of your own.</source>
            <translation>압축을 푼 폴더({known})를 고르거나, 파일을 자신의 데이터셋으로 가져오세요.</translation>
        </message>
        <message>
            <source>Choose their encoding (--set format.encoding=NAME).</source>
            <translation>인코딩을 선택하세요(--set format.encoding=NAME).</translation>
        </message>
        <message>
            <source>Choose {name} again to restore all its values.</source>
            <translation>{name}을(를) 다시 선택하면 모든 값이 되돌아갑니다.</translation>
        </message>
        <message>
            <source>Class columns</source>
            <translation>클래스별 열</translation>
        </message>
        <message>
            <source>Class folders</source>
            <translation>클래스별 폴더</translation>
        </message>
        <message>
            <source>Class names</source>
            <translation>클래스 이름</translation>
        </message>
        <message>
            <source>Class names as prototypes</source>
            <translation>클래스 이름을 원형으로</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/proposal.py" />
            <source>Class names look like lists of {many} labels ('{shown}'): a text may have several</source>
            <translation>클래스 이름이 레이블 {many}개의 목록처럼 보입니다(‘{shown}’). 텍스트 하나에 여러 개일 수 있습니다</translation>
        </message>
        <message>
            <source>Class names stand for one class each.</source>
            <translation>클래스 이름은 각각 한 클래스를 나타냅니다.</translation>
        </message>
        <message>
            <source>Class shares</source>
            <translation>클래스 비율</translation>
        </message>
        <message>
            <source>Class weights</source>
            <translation>클래스 가중치</translation>
        </message>
        <message>
            <source>Classes are drawn in proportion to their number of texts to this power: 1 as they are, 0.5 by the square root, 0 equally often. Epochs stay as long: texts of rare classes are repeated, those of frequent ones take turns over the epochs.</source>
            <translation>클래스를 텍스트 수의 이 거듭제곱에 비례하여 뽑습니다: 1은 있는 그대로, 0.5는 제곱근, 0은 모두 같은 빈도. 에폭의 길이는 그대로이며, 드문 클래스의 텍스트는 반복되고 흔한 클래스의 텍스트는 에폭마다 번갈아 쓰입니다.</translation>
        </message>
        <message>
            <source>Classes are numbered from 0 to {outputs}.</source>
            <translation>클래스 번호는 0부터 {outputs}까지입니다.</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/proposal.py" />
            <source>Classes are the numbers {least} to {most}: if they are grades, their order can be learnt</source>
            <translation>클래스가 {least}부터 {most}까지의 숫자입니다. 등급이라면 순서를 학습할 수 있습니다</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>Classes that look alike: {classes}</source>
            <translation>똑같아 보이는 클래스: {classes}</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>Classes without a {split} text: {classes}</source>
            <translation>{split} 텍스트가 없는 클래스: {classes}</translation>
        </message>
        <message>
            <source>Classes: {classes}.</source>
            <translation>클래스: {classes}.</translation>
        </message>
        <message>
            <source>Classification needs two classes or more; check the label column (--set data.label=NAME; in the window: Label).</source>
            <translation>분류에는 클래스가 둘 이상 필요합니다. 레이블 열을 확인하세요(--set data.label=NAME, 창에서는 레이블).</translation>
        </message>
        <message>
            <source>Classification needs two classes or more; check the label column.</source>
            <translation>분류에는 클래스가 둘 이상 필요합니다. 레이블 열을 확인하세요.</translation>
        </message>
        <message>
            <source>Classifier</source>
            <translation>분류기</translation>
        </message>
        <message>
            <source>Classifies by words, with a linear model: no encoder, seconds on a CPU. Only for tasks learnt as single label or multi label or ordinal or regression.</source>
            <translation>선형 모델이 단어로 분류합니다. 인코더 없이 CPU에서 몇 초면 됩니다. 단일 레이블, 다중 레이블, 순서형, 회귀로 학습하는 과제에만 씁니다.</translation>
        </message>
        <message>
            <source>Classifying</source>
            <translation>분류 중</translation>
        </message>
        <message>
            <source>Cleaning</source>
            <translation>정리</translation>
        </message>
        <message>
            <source>Cleaning of each text when it is read.</source>
            <translation>텍스트를 읽을 때 정리하는 방법입니다.</translation>
        </message>
        <message>
            <source>Clipped</source>
            <translation>클리핑 방식</translation>
        </message>
        <message>
            <source>Close it with ".</source>
            <translation>"로 닫으세요.</translation>
        </message>
        <message>
            <source>Close the window, let runs end or stop them, and try again.</source>
            <translation>창을 닫고, 실행을 끝내거나 중지한 뒤 다시 시도하세요.</translation>
        </message>
        <message>
            <source>Coarse (6)</source>
            <translation>대분류(6)</translation>
        </message>
        <message>
            <source>Column '{name}' has a different value for most texts, so it makes no slices.</source>
            <translation>'{name}' 열은 대부분의 텍스트마다 값이 달라 조각을 만들지 않습니다.</translation>
        </message>
        <message>
            <source>Columns as stored; class names of ``datasets`` are kept.</source>
            <translation>저장된 그대로의 열입니다. ``datasets``의 클래스 이름을 유지합니다.</translation>
        </message>
        <message>
            <source>Columns with nested or binary values are left out: {columns}.</source>
            <translation>중첩되거나 이진인 열은 제외했습니다: {columns}.</translation>
        </message>
        <message>
            <source>Columns: {names}.</source>
            <translation>열: {names}.</translation>
        </message>
        <message>
            <source>Combination of several layers into one vector; attention learns a weight for each layer and text.</source>
            <translation>여러 층을 하나의 벡터로 만드는 방법입니다. 어텐션은 층과 텍스트마다 가중치를 학습합니다.</translation>
        </message>
        <message>
            <source>Combination of the fractions' vectors into one; attention learns a weight for each.</source>
            <translation>조각의 벡터들을 하나로 만드는 방법입니다. 어텐션은 조각마다 가중치를 학습합니다.</translation>
        </message>
        <message>
            <source>Combine fractions</source>
            <translation>조각 결합</translation>
        </message>
        <message>
            <source>Combine layers</source>
            <translation>층 결합</translation>
        </message>
        <message>
            <source>Comma</source>
            <translation>쉼표</translation>
        </message>
        <message>
            <source>Comma, tab, semicolon or pipe between fields; quotes as in spreadsheets.</source>
            <translation>필드 사이에 쉼표, 탭, 세미콜론 또는 세로줄. 따옴표는 스프레드시트와 같습니다.</translation>
        </message>
        <message>
            <source>Command</source>
            <translation>명령</translation>
        </message>
        <message>
            <source>Command that starts Palimpsest on the login node; a full path if it is not on the PATH of a login.</source>
            <translation>로그인 노드에서 Palimpsest를 시작하는 명령. 로그인의 PATH에 없으면 전체 경로.</translation>
        </message>
        <message>
            <source>Command that starts Palimpsest there; a full path if it is not on the PATH of a login.</source>
            <translation>그곳에서 Palimpsest를 시작하는 명령. 로그인의 PATH에 없으면 전체 경로.</translation>
        </message>
        <message>
            <source>Compare runs that were tested, and name the split with --split.</source>
            <translation>테스트한 실행을 비교하고 --split으로 분할을 지정하세요.</translation>
        </message>
        <message>
            <source>Compute</source>
            <translation>계산</translation>
        </message>
        <message>
            <source>Concatenate</source>
            <translation>이어 붙이기</translation>
        </message>
        <message>
            <source>Connect it again.</source>
            <translation>다시 연결하세요.</translation>
        </message>
        <message>
            <source>Consolidation</source>
            <translation>공고화</translation>
        </message>
        <message>
            <source>Constant</source>
            <translation>상수</translation>
        </message>
        <message>
            <source>Constraint</source>
            <translation>제약</translation>
        </message>
        <message>
            <source>Contacting {place}</source>
            <translation>{place}에 연결하는 중</translation>
        </message>
        <message>
            <source>Continue it there.</source>
            <translation>그곳에서 이어 가세요.</translation>
        </message>
        <message>
            <source>Continues the language model's own training on texts of the task or its domain (Sun et al. 2019, 4.2).</source>
            <translation>태스크 또는 그 도메인의 텍스트로 언어 모델 본래의 학습을 계속합니다(Sun et al. 2019, 4.2).</translation>
        </message>
        <message>
            <source>Convert them to safetensors (model.safetensors) first.</source>
            <translation>먼저 safetensors(model.safetensors)로 변환하세요.</translation>
        </message>
        <message>
            <source>Copy it to another disk.</source>
            <translation>다른 디스크에 복사하세요.</translation>
        </message>
        <message>
            <source>Copy model.safetensors into the folder of config.json, or set the weights to random.</source>
            <translation>model.safetensors를 config.json이 있는 폴더에 복사하거나 가중치를 무작위로 설정하세요.</translation>
        </message>
        <message>
            <source>Copy or download the checkpoint again.</source>
            <translation>체크포인트를 다시 복사하거나 내려받으세요.</translation>
        </message>
        <message>
            <source>Copy the file again, or leave it out.</source>
            <translation>파일을 다시 복사하거나 빼세요.</translation>
        </message>
        <message>
            <source>Copy the file again.</source>
            <translation>파일을 다시 복사하세요.</translation>
        </message>
        <message>
            <source>Copy the model again.</source>
            <translation>모델을 다시 복사하세요.</translation>
        </message>
        <message>
            <source>Copy the whole folder.</source>
            <translation>폴더를 통째로 복사하세요.</translation>
        </message>
        <message>
            <source>Copy tokenizer.json (or vocab.txt) into the folder of config.json.</source>
            <translation>tokenizer.json(또는 vocab.txt)을 config.json이 있는 폴더에 복사하세요.</translation>
        </message>
        <message>
            <source>Copying pages</source>
            <translation>페이지 복사 중</translation>
        </message>
        <message>
            <source>Corpus</source>
            <translation>말뭉치</translation>
        </message>
        <message>
            <source>Correct its name, or the module.</source>
            <translation>이름이나 모듈을 바로잡으세요.</translation>
        </message>
        <message>
            <source>Cosine</source>
            <translation>코사인</translation>
        </message>
        <message>
            <source>Count characters (terms = 'characters').</source>
            <translation>문자를 세세요(terms = 'characters').</translation>
        </message>
        <message>
            <source>Count the tokens again.</source>
            <translation>토큰을 다시 세세요.</translation>
        </message>
        <message>
            <source>Count them again.</source>
            <translation>다시 세세요.</translation>
        </message>
        <message>
            <source>Counting characters in {name}</source>
            <translation>{name}의 문자 세는 중</translation>
        </message>
        <message>
            <source>Counting terms</source>
            <translation>용어 세는 중</translation>
        </message>
        <message>
            <source>Course of the rate from the first update to the last.</source>
            <translation>첫 업데이트부터 마지막 업데이트까지 학습률이 변하는 방식입니다.</translation>
        </message>
        <message>
            <source>Create it or name another.</source>
            <translation>만들거나 다른 것을 지정하세요.</translation>
        </message>
        <message>
            <source>Created</source>
            <translation>만든 시각</translation>
        </message>
        <message>
            <source>Cross-validating the linear head</source>
            <translation>선형 헤드를 교차 검증하는 중</translation>
        </message>
        <message>
            <source>Cut fraction</source>
            <translation>상승 비율</translation>
        </message>
        <message>
            <source>Cut them at the end instead.</source>
            <translation>대신 끝을 자르세요.</translation>
        </message>
        <message>
            <source>Cuts</source>
            <translation>자르기 횟수</translation>
        </message>
        <message>
            <source>DBpedia</source>
            <translation>DBpedia</translation>
        </message>
        <message>
            <source>Data</source>
            <translation>데이터</translation>
        </message>
        <message>
            <source>Data and texts</source>
            <translation>데이터와 텍스트</translation>
        </message>
        <message>
            <source>Data set</source>
            <translation>데이터셋</translation>
        </message>
        <message>
            <source>Data sets</source>
            <translation>데이터셋</translation>
        </message>
        <message>
            <source>Decay of the running mean of gradients (β1) or their squares (β2).</source>
            <translation>그래디언트(β1) 또는 그 제곱(β2)의 이동 평균의 감쇠율입니다.</translation>
        </message>
        <message>
            <source>Decay ξ</source>
            <translation>감쇠율 ξ</translation>
        </message>
        <message>
            <source>Decides for each label whether a text has it, by binary cross-entropy; labels with a probability of 0.5 or more are predicted.</source>
            <translation>레이블마다 텍스트에 해당하는지를 이진 교차 엔트로피로 판단합니다. 0.5 이상인 레이블이 답입니다.</translation>
        </message>
        <message>
            <source>Decoupled</source>
            <translation>분리형</translation>
        </message>
        <message>
            <source>Decoupled decay of all weights but biases and normalisation.</source>
            <translation>편향과 정규화를 뺀 모든 가중치에 대한 분리된 감쇠입니다.</translation>
        </message>
        <message>
            <source>Delimiter</source>
            <translation>구분자</translation>
        </message>
        <message>
            <source>Demonstration on generated texts.</source>
            <translation>생성된 텍스트로 한 시연입니다.</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>Demonstration texts ({names}): figures on them show how the program works, not what a method does with real ones.</source>
            <translation>데모 텍스트({names}): 그 수치는 방법이 실제 텍스트에서 어떤지가 아니라 프로그램이 어떻게 동작하는지를 보여 줍니다.</translation>
        </message>
        <message>
            <source>Detected from the file's name and content; the result is shown.</source>
            <translation>파일의 이름과 내용에서 감지합니다. 결과를 표시합니다.</translation>
        </message>
        <message>
            <source>Device</source>
            <translation>장치</translation>
        </message>
        <message>
            <source>Did not stop on request and was ended ({name}).</source>
            <translation>요청해도 멈추지 않아 종료했습니다({name}).</translation>
        </message>
        <message>
            <source>Did you mean '{name}'?</source>
            <translation>'{name}'을(를) 말씀하시나요?</translation>
        </message>
        <message>
            <source>Distance</source>
            <translation>거리</translation>
        </message>
        <message>
            <source>Distance of the weights from the pre-trained ones, per layer and kind.</source>
            <translation>사전 학습된 가중치로부터의 거리를 층과 종류별로 잽니다.</translation>
        </message>
        <message>
            <source>Distil masked words instead.</source>
            <translation>대신 마스킹된 단어를 증류하세요.</translation>
        </message>
        <message>
            <source>Distil the original masked-word head instead.</source>
            <translation>대신 원래의 마스킹된 단어 헤드를 증류하세요.</translation>
        </message>
        <message>
            <source>Distillation</source>
            <translation>증류</translation>
        </message>
        <message>
            <source>DoRA</source>
            <translation>DoRA</translation>
        </message>
        <message>
            <source>Does pre-training on the generated reviews cost general language, and which strategy keeps it? The bundled encoder, 60 steps, 300 reviews to train on.</source>
            <translation>생성된 리뷰로 사전 학습하면 일반 언어 능력을 잃는가, 무엇이 그것을 지키는가? 내장 인코더, 60스텝, 학습용 리뷰 300개.</translation>
        </message>
        <message>
            <source>Double quotes within a field (""), or read quotes as ordinary characters (--set data.format.quoting=off; in the window: Quotes).</source>
            <translation>필드 안의 따옴표를 두 번 쓰거나(""), 따옴표를 일반 문자로 읽으세요(--set data.format.quoting=off, 창에서는 따옴표).</translation>
        </message>
        <message>
            <source>Download or export the model again.</source>
            <translation>모델을 다시 내려받거나 내보내세요.</translation>
        </message>
        <message>
            <source>Draw</source>
            <translation>추출 번호</translation>
        </message>
        <message>
            <source>Draw the label, or take the true one.</source>
            <translation>레이블을 뽑거나 실제 레이블을 쓰세요.</translation>
        </message>
        <message>
            <source>Draw the label.</source>
            <translation>레이블을 뽑으세요.</translation>
        </message>
        <message>
            <source>Draw the pooler and this many top layers anew before training; may steady small data sets.</source>
            <translation>학습 전에 풀러와 이 개수의 상위 층을 새로 초기화합니다. 작은 데이터셋에서 학습이 안정될 수 있습니다.</translation>
        </message>
        <message>
            <source>Drawing the first pass</source>
            <translation>첫 번째 패스 추출 중</translation>
        </message>
        <message>
            <source>Drift</source>
            <translation>드리프트</translation>
        </message>
        <message>
            <source>Drift: distance of the encoder's weights from the pre-trained ones, relative to their norm.</source>
            <translation>드리프트: 인코더 가중치가 사전 학습된 가중치에서 떨어진 거리(노름 대비).</translation>
        </message>
        <message>
            <source>Drop</source>
            <translation>감소 폭</translation>
        </message>
        <message>
            <source>Dropout</source>
            <translation>드롭아웃</translation>
        </message>
        <message>
            <source>Dropout and one linear layer (Sun et al. 2019, 3).</source>
            <translation>드롭아웃과 선형 층 하나(Sun et al. 2019, 3).</translation>
        </message>
        <message>
            <source>Dropout masks.</source>
            <translation>드롭아웃 마스크.</translation>
        </message>
        <message>
            <source>Dropout of the head and, throughout, of the encoder.</source>
            <translation>헤드와 인코더 전체의 드롭아웃 확률입니다.</translation>
        </message>
        <message>
            <source>Dropout where frozen</source>
            <translation>동결 부분의 드롭아웃</translation>
        </message>
        <message>
            <source>EWC</source>
            <translation>EWC</translation>
        </message>
        <message>
            <source>Each class needs a folder of text files, here or within folders called train and test.</source>
            <translation>클래스마다 텍스트 파일 폴더가 여기 또는 train, test 폴더 안에 있어야 합니다.</translation>
        </message>
        <message>
            <source>Each input (authors' code)</source>
            <translation>입력 단위(저자 코드)</translation>
        </message>
        <message>
            <source>Each line is a sentence, an empty line ends a document (the format of the paper's code).</source>
            <translation>한 줄이 한 문장이고 빈 줄이 문서를 끝냅니다(논문 코드의 형식).</translation>
        </message>
        <message>
            <source>Each row needs a text and a label.</source>
            <translation>행마다 텍스트와 레이블이 필요합니다.</translation>
        </message>
        <message>
            <source>Each run requests: {request}.</source>
            <translation>실행마다 요청하는 것: {request}.</translation>
        </message>
        <message>
            <source>Each text belongs to one class.</source>
            <translation>텍스트마다 클래스가 하나입니다.</translation>
        </message>
        <message>
            <source>Each text belongs to one of several ordered classes: grades, stars, levels of agreement.</source>
            <translation>텍스트마다 순서가 있는 여러 클래스 중 하나입니다: 등급, 별점, 동의 정도.</translation>
        </message>
        <message>
            <source>Each text has a probability of each class, as where several annotators disagreed.</source>
            <translation>여러 주석자의 의견이 다른 경우처럼, 텍스트마다 각 클래스의 확률이 있습니다.</translation>
        </message>
        <message>
            <source>Each text has any number of labels, or none: topics, emotions, kinds of toxicity.</source>
            <translation>텍스트마다 레이블이 여러 개 있거나 없을 수 있습니다: 주제, 감정, 유해성의 종류.</translation>
        </message>
        <message>
            <source>Each text is cut between two random words into two segments, several times over (ag_sep_aug, imdb_sep_aug).</source>
            <translation>텍스트마다 임의의 두 단어 사이에서 두 세그먼트로 자르기를 여러 번 합니다(ag_sep_aug, imdb_sep_aug).</translation>
        </message>
        <message>
            <source>Each weight</source>
            <translation>가중치 단위</translation>
        </message>
        <message>
            <source>Each weight by itself, as in the paper; or all weights of one input together, as in the authors' code.</source>
            <translation>논문처럼 가중치 하나하나를, 또는 저자의 코드처럼 한 입력의 모든 가중치를 함께 바꿉니다.</translation>
        </message>
        <message>
            <source>Earlier tasks</source>
            <translation>이전 태스크</translation>
        </message>
        <message>
            <source>Earlier tasks, else words</source>
            <translation>이전 태스크, 없으면 단어</translation>
        </message>
        <message>
            <source>Early stopping and checkpoints</source>
            <translation>조기 종료와 체크포인트</translation>
        </message>
        <message>
            <source>Early stopping reads validation labels, but the last update is tested without them.</source>
            <translation>조기 종료는 검증 레이블을 읽지만, 마지막 업데이트는 그것 없이 테스트됩니다.</translation>
        </message>
        <message>
            <source>Effective number of texts</source>
            <translation>유효 텍스트 수</translation>
        </message>
        <message>
            <source>Embeddings</source>
            <translation>임베딩</translation>
        </message>
        <message>
            <source>Empty: the cluster's default. Test says which there are.</source>
            <translation>비우면 클러스터의 기본값입니다. 테스트하면 무엇이 있는지 알려 줍니다.</translation>
        </message>
        <message>
            <source>Empty: the stage before. 'encoder': the run's own encoder. '1': the result of stage 1; '1@5000': stage 1 as it stood after 5,000 updates, where it kept that step.</source>
            <translation>비우면 바로 앞 단계입니다. 'encoder': 이 실행의 인코더. '1': 단계 1의 결과. '1@5000': 단계 1의 5,000번 업데이트 뒤 상태(그 스텝을 보관한 경우).</translation>
        </message>
        <message>
            <source>Enable the subsystem sftp of its SSH server.</source>
            <translation>그 SSH 서버의 sftp 서브시스템을 켜세요.</translation>
        </message>
        <message>
            <source>Encode the last text column as a second segment instead of joining it; the columns before it, joined, are the first.</source>
            <translation>마지막 텍스트 열을 이어 붙이지 않고 두 번째 세그먼트로 인코딩합니다. 앞의 열들은 이어 붙여 첫 번째 세그먼트가 됩니다.</translation>
        </message>
        <message>
            <source>Encoder</source>
            <translation>인코더</translation>
        </message>
        <message>
            <source>Encoding</source>
            <translation>인코딩</translation>
        </message>
        <message>
            <source>End other programs and runs, or choose a smaller encoder.</source>
            <translation>다른 프로그램과 실행을 끝내거나 더 작은 인코더를 고르세요.</translation>
        </message>
        <message>
            <source>End other programs and runs, or read a smaller part of the data.</source>
            <translation>다른 프로그램과 실행을 끝내거나 데이터의 더 작은 부분을 읽으세요.</translation>
        </message>
        <message>
            <source>Ended</source>
            <translation>종료</translation>
        </message>
        <message>
            <source>Ends after</source>
            <translation>종료 기준</translation>
        </message>
        <message>
            <source>Epochs</source>
            <translation>에폭</translation>
        </message>
        <message>
            <source>Error</source>
            <translation>오류율</translation>
        </message>
        <message>
            <source>Error, remembered language and drift at four rates: 400 generated headlines, the bundled encoder. Small encoders learn best at rates where large ones already fail.</source>
            <translation>네 가지 학습률에서의 오류율, 남은 언어 능력, 드리프트: 생성된 헤드라인 400개, 내장 인코더. 작은 인코더는 큰 인코더가 이미 실패하는 학습률에서 가장 잘 학습합니다.</translation>
        </message>
        <message>
            <source>Escapes and mark-up</source>
            <translation>이스케이프와 마크업</translation>
        </message>
        <message>
            <source>Estimating the Fisher information of general text</source>
            <translation>일반 텍스트의 피셔 정보 추정 중</translation>
        </message>
        <message>
            <source>Estimating the Fisher information of {name}</source>
            <translation>{name}의 피셔 정보 추정 중</translation>
        </message>
        <message>
            <source>Evaluate every</source>
            <translation>평가 간격</translation>
        </message>
        <message>
            <source>Evaluating</source>
            <translation>평가 중</translation>
        </message>
        <message>
            <source>Evaluation batch</source>
            <translation>평가 배치</translation>
        </message>
        <message>
            <source>Evaluations</source>
            <translation>평가 횟수</translation>
        </message>
        <message>
            <source>Evaluations on the validation split per epoch.</source>
            <translation>에폭마다 검증 분할에서 평가하는 횟수입니다.</translation>
        </message>
        <message>
            <source>Every</source>
            <translation>간격</translation>
        </message>
        <message>
            <source>Every evaluation may.</source>
            <translation>모든 평가가 후보입니다.</translation>
        </message>
        <message>
            <source>Every layer learns at the same rate.</source>
            <translation>모든 층이 같은 학습률로 학습합니다.</translation>
        </message>
        <message>
            <source>Every rate is multiplied by this after the phase of the head alone; the authors use 0.1.</source>
            <translation>헤드만 학습하는 구간이 끝나면 모든 학습률에 이 값을 곱합니다. 저자들은 0.1을 씁니다.</translation>
        </message>
        <message>
            <source>Every rate of the second part is multiplied by this; below 1 the encoder changes less.</source>
            <translation>두 번째 구간의 모든 학습률에 이 값을 곱합니다. 1보다 작으면 인코더가 덜 바뀝니다.</translation>
        </message>
        <message>
            <source>Every stage has its own seed, so this one has no effect: runs that differ only in it are the same run.</source>
            <translation>모든 단계에 자체 시드가 있어 이 시드는 아무것도 바꾸지 않습니다. 이 시드만 다른 실행은 같은 실행입니다.</translation>
        </message>
        <message>
            <source>Every task equally often.</source>
            <translation>모든 태스크를 같은 빈도로 뽑습니다.</translation>
        </message>
        <message>
            <source>Every text as it is.</source>
            <translation>모든 텍스트를 그대로 씁니다.</translation>
        </message>
        <message>
            <source>Every trial runs to its end.</source>
            <translation>모든 시행을 끝까지 실행합니다.</translation>
        </message>
        <message>
            <source>Everything</source>
            <translation>모두</translation>
        </message>
        <message>
            <source>Everything at once</source>
            <translation>모두 한꺼번에</translation>
        </message>
        <message>
            <source>Everything learns.</source>
            <translation>모두 학습합니다.</translation>
        </message>
        <message>
            <source>Everything that needs no probabilities is still shown.</source>
            <translation>확률이 필요 없는 것은 그대로 보입니다.</translation>
        </message>
        <message>
            <source>Exact</source>
            <translation>정확한 값</translation>
        </message>
        <message>
            <source>Examples</source>
            <translation>예제</translation>
        </message>
        <message>
            <source>Excel (XLSX)</source>
            <translation>Excel(XLSX)</translation>
        </message>
        <message>
            <source>Export it as huggingface.</source>
            <translation>huggingface로 내보내세요.</translation>
        </message>
        <message>
            <source>Export it with --layout onnx or --layout {layout} (Palimpsest's own).</source>
            <translation>--layout onnx 또는 --layout {layout}(Palimpsest 고유 형식)으로 내보내세요.</translation>
        </message>
        <message>
            <source>Export the model anew, or use the version of Palimpsest that wrote it.</source>
            <translation>모델을 새로 내보내거나 그것을 쓴 버전의 Palimpsest를 사용하세요.</translation>
        </message>
        <message>
            <source>Export the model as huggingface.</source>
            <translation>모델을 huggingface로 내보내세요.</translation>
        </message>
        <message>
            <source>Export the model with its weights as they were trained.</source>
            <translation>학습된 그대로의 가중치로 모델을 내보내세요.</translation>
        </message>
        <message>
            <source>Export the texts as CSV, JSON lines or Parquet.</source>
            <translation>텍스트를 CSV, JSON lines 또는 Parquet로 내보내세요.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>Export: ONNX only. {reason}.</source>
            <translation>내보내기: ONNX만. {reason}.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>Export: Palimpsest's own layout only. {reason}.</source>
            <translation>내보내기: Palimpsest 고유의 형식만. {reason}.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>Export: ordinary transformers classifier, or ONNX.</source>
            <translation>내보내기: 일반 transformers 분류기 또는 ONNX.</translation>
        </message>
        <message>
            <source>F, earlier tasks</source>
            <translation>F, 이전 태스크</translation>
        </message>
        <message>
            <source>F1</source>
            <translation>F1</translation>
        </message>
        <message>
            <source>F1 of all decisions together; where each text has exactly one class it equals the accuracy.</source>
            <translation>모든 결정을 합친 F1입니다. 텍스트마다 클래스가 정확히 하나이면 정확도와 같습니다.</translation>
        </message>
        <message>
            <source>F1 of each class: the harmonic mean of its precision and recall, in percent.</source>
            <translation>클래스별 정밀도와 재현율의 조화 평균(백분율)입니다.</translation>
        </message>
        <message>
            <source>F: points of accuracy lost on earlier tasks since their best (Chaudhry et al. 2018).</source>
            <translation>F: 이전 태스크에서 최고 정확도 이후 잃은 정확도(%p)입니다(Chaudhry et al. 2018).</translation>
        </message>
        <message>
            <source>Factor</source>
            <translation>배율</translation>
        </message>
        <message>
            <source>Factor of this task's loss.</source>
            <translation>이 태스크의 손실에 곱하는 값입니다.</translation>
        </message>
        <message>
            <source>Features</source>
            <translation>특징</translation>
        </message>
        <message>
            <source>Features from</source>
            <translation>특징을 가져온 곳</translation>
        </message>
        <message>
            <source>Features of a frozen encoder are computed once per text and kept on disk, where it runs without dropout.</source>
            <translation>동결된 인코더가 드롭아웃 없이 실행되면 각 텍스트의 특징을 한 번만 계산하여 디스크에 보관합니다.</translation>
        </message>
        <message>
            <source>Features that the head reads from the encoder.</source>
            <translation>헤드가 인코더에서 보는 것입니다.</translation>
        </message>
        <message>
            <source>Fetching its model from {place}</source>
            <translation>{place}에서 모델 가져오는 중</translation>
        </message>
        <message>
            <source>Fetching its results from {place}</source>
            <translation>{place}에서 결과 가져오는 중</translation>
        </message>
        <message>
            <source>Few-shot learning</source>
            <translation>퓨샷 학습</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>Fewer than {least} training texts: {classes}</source>
            <translation>학습 텍스트가 {least}개 미만: {classes}</translation>
        </message>
        <message>
            <source>Figure 2 in miniature: 400 generated headlines, the bundled encoder; its rates are twenty times the paper's.</source>
            <translation>그림 2의 축소판: 생성된 헤드라인 400개, 내장 인코더. 학습률은 논문의 20배입니다.</translation>
        </message>
        <message>
            <source>Figure 2 revisited</source>
            <translation>그림 2 다시 보기</translation>
        </message>
        <message>
            <source>Figure 2, learning rates</source>
            <translation>그림 2, 학습률</translation>
        </message>
        <message>
            <source>Figure 3 in miniature: 20 to 60 steps of pre-training on the generated reviews with the bundled encoder, 300 reviews to train on.</source>
            <translation>그림 3의 축소판: 내장 인코더로 생성된 리뷰에서 20~60스텝 사전 학습하고, 리뷰 300개로 학습합니다.</translation>
        </message>
        <message>
            <source>Figure 3, steps of further pre-training</source>
            <translation>그림 3, 추가 사전 학습의 스텝 수</translation>
        </message>
        <message>
            <source>Figure 4 in miniature: 40 steps of pre-training on the generated headlines, which are then learnt from 1, 4, 10 and 20 %; the bundled encoder.</source>
            <translation>그림 4의 축소판: 생성된 헤드라인에서 40스텝 사전 학습한 뒤 그 1, 4, 10, 20 %로 학습합니다. 내장 인코더를 씁니다.</translation>
        </message>
        <message>
            <source>Figure 4, few-shot learning</source>
            <translation>그림 4, 퓨샷 학습</translation>
        </message>
        <message>
            <source>File format; automatic detection reports its result.</source>
            <translation>파일을 읽는 방법입니다. 자동 감지는 무엇을 찾았는지 알려 줍니다.</translation>
        </message>
        <message>
            <source>Files left out of the class folders, which do not end as texts do (.txt): {count}.</source>
            <translation>클래스 폴더에서 제외된, 텍스트처럼 끝나지 않는(.txt) 파일: {count}.</translation>
        </message>
        <message>
            <source>Find out why.</source>
            <translation>이유를 알아보세요.</translation>
        </message>
        <message>
            <source>Finding sentences in {name}</source>
            <translation>{name}에서 문장 찾는 중</translation>
        </message>
        <message>
            <source>Finding the words of the training texts</source>
            <translation>학습 텍스트의 단어 찾는 중</translation>
        </message>
        <message>
            <source>Fine (50)</source>
            <translation>소분류(50)</translation>
        </message>
        <message>
            <source>Fine-tuning</source>
            <translation>미세 조정</translation>
        </message>
        <message>
            <source>First 2, mean</source>
            <translation>처음 2개 층, 평균</translation>
        </message>
        <message>
            <source>First row</source>
            <translation>첫 행</translation>
        </message>
        <message>
            <source>First rung</source>
            <translation>첫 단</translation>
        </message>
        <message>
            <source>First the head alone, on fixed features; then everything, with a schedule of its own.</source>
            <translation>먼저 고정된 특징으로 헤드만 학습하고, 그다음 별도의 스케줄로 전체를 학습합니다.</translation>
        </message>
        <message>
            <source>First token</source>
            <translation>첫 토큰</translation>
        </message>
        <message>
            <source>Fisher</source>
            <translation>피셔 정보</translation>
        </message>
        <message>
            <source>Fitting</source>
            <translation>적합 중</translation>
        </message>
        <message>
            <source>Fitting a masked-word head</source>
            <translation>마스크 단어 헤드 적합 중</translation>
        </message>
        <message>
            <source>Fitting a masked-word head: reading</source>
            <translation>마스크 단어 헤드 적합 중: 읽는 중</translation>
        </message>
        <message>
            <source>Fitting ended before its last step.</source>
            <translation>적합이 마지막 단계 전에 끝났습니다.</translation>
        </message>
        <message>
            <source>Fitting growing parts: {name}</source>
            <translation>점점 커지는 부분을 적합하는 중: {name}</translation>
        </message>
        <message>
            <source>Fix it.</source>
            <translation>고치세요.</translation>
        </message>
        <message>
            <source>Fix that line.</source>
            <translation>그 행을 고치세요.</translation>
        </message>
        <message>
            <source>Fix the configuration of ssh.</source>
            <translation>ssh의 설정을 고치세요.</translation>
        </message>
        <message>
            <source>Fix the link.</source>
            <translation>링크를 고치세요.</translation>
        </message>
        <message>
            <source>Fix the row, add the name to data.classes, or leave data.classes out.</source>
            <translation>행을 고치거나, 이름을 data.classes에 추가하거나, data.classes를 빼세요.</translation>
        </message>
        <message>
            <source>Fix the row, check the label column, or say what the labels are (--set data.target.kind=...; in the window: Labels are).</source>
            <translation>행을 고치거나, 레이블 열을 확인하거나, 레이블의 종류를 지정하세요(--set data.target.kind=..., 창에서는 레이블 종류).</translation>
        </message>
        <message>
            <source>Fix the row, check the label column, or say what the labels are.</source>
            <translation>행을 고치거나, 레이블 열을 확인하거나, 레이블 유형을 지정하세요.</translation>
        </message>
        <message>
            <source>Fix the row, or choose another format.</source>
            <translation>행을 고치거나 다른 형식을 고르세요.</translation>
        </message>
        <message>
            <source>Fixed, no validation labels</source>
            <translation>고정, 검증 레이블 없이</translation>
        </message>
        <message>
            <source>Focal loss: a text has the weight (1 − p)^γ, p the probability of its class, so poorly predicted texts count more; 2 is usual, 0 is cross-entropy.</source>
            <translation>초점 손실: 텍스트는 (1 − p)^γ만큼 반영되며 p는 정답 클래스의 확률입니다. 잘못 예측할수록 더 크게 반영됩니다. 보통 2이고, 0은 교차 엔트로피입니다.</translation>
        </message>
        <message>
            <source>Focal γ</source>
            <translation>초점 손실 γ</translation>
        </message>
        <message>
            <source>For a search that keeps the best, take the best trial.</source>
            <translation>가장 좋은 것만 보관하는 탐색이면 가장 좋은 시행을 쓰세요.</translation>
        </message>
        <message>
            <source>For another run of the same settings give another seed.</source>
            <translation>같은 설정으로 다시 실행하려면 다른 시드를 주세요.</translation>
        </message>
        <message>
            <source>For example --cost '{example}=5'.</source>
            <translation>예: --cost '{example}=5'.</translation>
        </message>
        <message>
            <source>For example --within 'retention/factor&lt;=1.5', in quotes for the shell.</source>
            <translation>예: --within 'retention/factor&lt;=1.5', 셸을 위해 따옴표로 묶습니다.</translation>
        </message>
        <message>
            <source>For example learning_rate=1e-5:1e-4:log.</source>
            <translation>예: learning_rate=1e-5:1e-4:log.</translation>
        </message>
        <message>
            <source>For runs, check the permissions of file and folder, or name another store.</source>
            <translation>실행하려면 파일과 폴더의 권한을 확인하거나 다른 저장소를 지정하세요.</translation>
        </message>
        <message>
            <source>For several columns write one list: text=[NAME,NAME].</source>
            <translation>여러 열은 목록 하나로 쓰세요: text=[NAME,NAME].</translation>
        </message>
        <message>
            <source>For several runs write one list: KEY=[VALUE,VALUE].</source>
            <translation>여러 실행은 목록 하나로 쓰세요: KEY=[VALUE,VALUE].</translation>
        </message>
        <message>
            <source>Forgot</source>
            <translation>망각</translation>
        </message>
        <message>
            <source>Forgot, ×</source>
            <translation>망각, ×</translation>
        </message>
        <message>
            <source>Forgot: perplexity on general text, × before training; of several seeds the geometric mean.</source>
            <translation>망각: 일반 텍스트의 퍼플렉서티, × 학습 전. 시드가 여럿이면 기하 평균입니다.</translation>
        </message>
        <message>
            <source>Form</source>
            <translation>형태</translation>
        </message>
        <message>
            <source>Format</source>
            <translation>형식</translation>
        </message>
        <message>
            <source>Free its disk, or end the program that locks it, and resume the run: it continues from its last checkpoint.</source>
            <translation>디스크의 공간을 확보하거나 저장소를 잠근 프로그램을 끝낸 뒤 실행을 재개하세요. 마지막 체크포인트부터 이어집니다.</translation>
        </message>
        <message>
            <source>Free some disk space.</source>
            <translation>디스크 공간을 확보하세요.</translation>
        </message>
        <message>
            <source>Free some space and resume the run: it continues from its last checkpoint.</source>
            <translation>공간을 확보하고 실행을 재개하세요. 마지막 체크포인트부터 이어집니다.</translation>
        </message>
        <message>
            <source>Free some space or name another store.</source>
            <translation>공간을 확보하거나 다른 저장소를 지정하세요.</translation>
        </message>
        <message>
            <source>Free some space there (palimpsest places clean NAME).</source>
            <translation>그곳의 공간을 확보하세요(palimpsest places clean NAME).</translation>
        </message>
        <message>
            <source>Free some space there.</source>
            <translation>그곳의 공간을 확보하세요.</translation>
        </message>
        <message>
            <source>Free some space, delete the cache, or set PALIMPSEST_HOME to a larger disk.</source>
            <translation>공간을 확보하거나, 캐시를 지우거나, PALIMPSEST_HOME을 더 큰 디스크로 설정하세요.</translation>
        </message>
        <message>
            <source>Free some space, or set TMPDIR to a larger disk.</source>
            <translation>공간을 확보하거나 TMPDIR를 더 큰 디스크로 설정하세요.</translation>
        </message>
        <message>
            <source>Free some space.</source>
            <translation>공간을 확보하세요.</translation>
        </message>
        <message>
            <source>Free text, kept with the run.</source>
            <translation>실행과 함께 보관되는 자유로운 글입니다.</translation>
        </message>
        <message>
            <source>Freeze at most {layers} layers.</source>
            <translation>최대 {layers}개 층을 동결하세요.</translation>
        </message>
        <message>
            <source>Freezing</source>
            <translation>동결</translation>
        </message>
        <message>
            <source>From proportional in the first epoch to nearly uniform in the last: a = 1 - 0.8 (e - 1)/(E - 1).</source>
            <translation>첫 에폭의 비례 추출에서 마지막 에폭의 거의 균등한 추출까지: a = 1 - 0.8 (e - 1)/(E - 1).</translation>
        </message>
        <message>
            <source>From the top: first pooler and head, then one layer more at a time, the embeddings last (ULMFiT).</source>
            <translation>위에서부터: 먼저 풀러와 헤드, 그다음 한 층씩, 마지막으로 임베딩(ULMFiT).</translation>
        </message>
        <message>
            <source>Frozen encoder + linear head</source>
            <translation>고정 인코더 + 선형 헤드</translation>
        </message>
        <message>
            <source>Full-width marks (paper, Chinese)</source>
            <translation>전각 문장 부호(논문, 중국어)</translation>
        </message>
        <message>
            <source>Further data sets whose validation and test texts are left out. With all targets of a table here, each of them gets the same pre-trained encoder, trained once.</source>
            <translation>검증 및 테스트 텍스트를 제외할 다른 데이터셋입니다. 표의 모든 대상을 여기에 적으면 각각이 한 번만 학습한 같은 사전 학습 인코더를 씁니다.</translation>
        </message>
        <message>
            <source>Further options of sbatch.</source>
            <translation>sbatch의 추가 옵션입니다.</translation>
        </message>
        <message>
            <source>Further pre-training</source>
            <translation>추가 사전 학습</translation>
        </message>
        <message>
            <source>Further pre-training and forgetting</source>
            <translation>추가 사전 학습과 망각</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/paper/table.py" />
            <source>Further pre-training leaves out one document in {n}, on which its loss is measured, and repeated documents; the paper trains on all.</source>
            <translation>추가 사전 학습은 문서 {n}개 중 하나를 떼어 손실을 재고 중복 문서를 뺍니다. 논문은 모두로 학습합니다.</translation>
        </message>
        <message>
            <source>Further pre-training: corpora and targets</source>
            <translation>추가 사전 학습: 말뭉치와 대상</translation>
        </message>
        <message>
            <source>Fused (SDPA)</source>
            <translation>융합(SDPA)</translation>
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
            <translation>일반 텍스트</translation>
        </message>
        <message>
            <source>General text and texts of earlier tasks, half and half.</source>
            <translation>일반 텍스트와 이전 태스크의 텍스트를 반반씩 씁니다.</translation>
        </message>
        <message>
            <source>General text: a UTF-8 file (one passage per line), a folder of them, or a known data set. Empty: the bundled general English, of which training and measuring read different parts.</source>
            <translation>일반 텍스트: UTF-8 파일(한 줄에 구절 하나), 그런 파일의 폴더, 또는 알려진 데이터셋. 비우면 내장된 일반 영어 텍스트를 쓰며, 학습과 측정은 서로 다른 부분을 읽습니다.</translation>
        </message>
        <message>
            <source>General-text Brier score</source>
            <translation>일반 텍스트 브라이어 점수</translation>
        </message>
        <message>
            <source>General-text F1</source>
            <translation>일반 텍스트 F1</translation>
        </message>
        <message>
            <source>General-text Hamming loss</source>
            <translation>일반 텍스트 해밍 손실</translation>
        </message>
        <message>
            <source>General-text MAE</source>
            <translation>일반 텍스트 MAE</translation>
        </message>
        <message>
            <source>General-text Matthews correlation</source>
            <translation>일반 텍스트 매슈스 상관</translation>
        </message>
        <message>
            <source>General-text RMSE</source>
            <translation>일반 텍스트 RMSE</translation>
        </message>
        <message>
            <source>General-text ROC AUC</source>
            <translation>일반 텍스트 ROC AUC</translation>
        </message>
        <message>
            <source>General-text R²</source>
            <translation>일반 텍스트 R²</translation>
        </message>
        <message>
            <source>General-text Spearman correlation</source>
            <translation>일반 텍스트 스피어만 상관</translation>
        </message>
        <message>
            <source>General-text accuracy</source>
            <translation>일반 텍스트 정확도</translation>
        </message>
        <message>
            <source>General-text average precision</source>
            <translation>일반 텍스트 평균 정밀도(AP)</translation>
        </message>
        <message>
            <source>General-text balanced accuracy</source>
            <translation>일반 텍스트 균형 정확도</translation>
        </message>
        <message>
            <source>General-text calibration error</source>
            <translation>일반 텍스트 보정 오차</translation>
        </message>
        <message>
            <source>General-text error</source>
            <translation>일반 텍스트 오류율</translation>
        </message>
        <message>
            <source>General-text label ranking average precision</source>
            <translation>일반 텍스트 레이블 순위 평균 정밀도</translation>
        </message>
        <message>
            <source>General-text loss</source>
            <translation>일반 텍스트 손실</translation>
        </message>
        <message>
            <source>General-text macro F1</source>
            <translation>일반 텍스트 매크로 F1</translation>
        </message>
        <message>
            <source>General-text mean distance in ranks</source>
            <translation>일반 텍스트 평균 등급 거리</translation>
        </message>
        <message>
            <source>General-text micro F1</source>
            <translation>일반 텍스트 마이크로 F1</translation>
        </message>
        <message>
            <source>General-text next-sentence Brier score</source>
            <translation>일반 텍스트 다음 문장 브라이어 점수</translation>
        </message>
        <message>
            <source>General-text next-sentence F1</source>
            <translation>일반 텍스트 다음 문장 F1</translation>
        </message>
        <message>
            <source>General-text next-sentence Hamming loss</source>
            <translation>일반 텍스트 다음 문장 해밍 손실</translation>
        </message>
        <message>
            <source>General-text next-sentence MAE</source>
            <translation>일반 텍스트 다음 문장 MAE</translation>
        </message>
        <message>
            <source>General-text next-sentence Matthews correlation</source>
            <translation>일반 텍스트 다음 문장 매슈스 상관</translation>
        </message>
        <message>
            <source>General-text next-sentence RMSE</source>
            <translation>일반 텍스트 다음 문장 RMSE</translation>
        </message>
        <message>
            <source>General-text next-sentence ROC AUC</source>
            <translation>일반 텍스트 다음 문장 ROC AUC</translation>
        </message>
        <message>
            <source>General-text next-sentence R²</source>
            <translation>일반 텍스트 다음 문장 R²</translation>
        </message>
        <message>
            <source>General-text next-sentence Spearman correlation</source>
            <translation>일반 텍스트 다음 문장 스피어만 상관</translation>
        </message>
        <message>
            <source>General-text next-sentence accuracy</source>
            <translation>일반 텍스트 다음 문장 정확도</translation>
        </message>
        <message>
            <source>General-text next-sentence average precision</source>
            <translation>일반 텍스트 다음 문장 평균 정밀도(AP)</translation>
        </message>
        <message>
            <source>General-text next-sentence balanced accuracy</source>
            <translation>일반 텍스트 다음 문장 균형 정확도</translation>
        </message>
        <message>
            <source>General-text next-sentence calibration error</source>
            <translation>일반 텍스트 다음 문장 보정 오차</translation>
        </message>
        <message>
            <source>General-text next-sentence error</source>
            <translation>일반 텍스트 다음 문장 오류율</translation>
        </message>
        <message>
            <source>General-text next-sentence label ranking average precision</source>
            <translation>일반 텍스트 다음 문장 레이블 순위 평균 정밀도</translation>
        </message>
        <message>
            <source>General-text next-sentence loss</source>
            <translation>일반 텍스트 다음 문장 손실</translation>
        </message>
        <message>
            <source>General-text next-sentence macro F1</source>
            <translation>일반 텍스트 다음 문장 매크로 F1</translation>
        </message>
        <message>
            <source>General-text next-sentence mean distance in ranks</source>
            <translation>일반 텍스트 다음 문장 평균 등급 거리</translation>
        </message>
        <message>
            <source>General-text next-sentence micro F1</source>
            <translation>일반 텍스트 다음 문장 마이크로 F1</translation>
        </message>
        <message>
            <source>General-text next-sentence perplexity</source>
            <translation>일반 텍스트 다음 문장 퍼플렉서티</translation>
        </message>
        <message>
            <source>General-text next-sentence precision</source>
            <translation>일반 텍스트 다음 문장 정밀도</translation>
        </message>
        <message>
            <source>General-text next-sentence quadratic weighted kappa</source>
            <translation>일반 텍스트 다음 문장 이차 가중 카파</translation>
        </message>
        <message>
            <source>General-text next-sentence recall</source>
            <translation>일반 텍스트 다음 문장 재현율</translation>
        </message>
        <message>
            <source>General-text next-sentence subset accuracy</source>
            <translation>일반 텍스트 다음 문장 부분집합 정확도</translation>
        </message>
        <message>
            <source>General-text next-sentence weighted F1</source>
            <translation>일반 텍스트 다음 문장 가중 F1</translation>
        </message>
        <message>
            <source>General-text perplexity</source>
            <translation>일반 텍스트 퍼플렉서티</translation>
        </message>
        <message>
            <source>General-text precision</source>
            <translation>일반 텍스트 정밀도</translation>
        </message>
        <message>
            <source>General-text quadratic weighted kappa</source>
            <translation>일반 텍스트 이차 가중 카파</translation>
        </message>
        <message>
            <source>General-text recall</source>
            <translation>일반 텍스트 재현율</translation>
        </message>
        <message>
            <source>General-text subset accuracy</source>
            <translation>일반 텍스트 부분집합 정확도</translation>
        </message>
        <message>
            <source>General-text weighted F1</source>
            <translation>일반 텍스트 가중 F1</translation>
        </message>
        <message>
            <source>Generated questions and then generated headlines, 300 of each, with the bundled encoder: how much of the first task and of general language remains, without protection and with each strategy.</source>
            <translation>내장 인코더로 생성된 질문, 그다음 생성된 헤드라인을 300개씩 학습합니다: 보호가 없을 때와 각 전략을 쓸 때 첫 태스크와 언어 능력이 얼마나 남는가.</translation>
        </message>
        <message>
            <source>Generated reviews of films, books, restaurants, hotels, gadgets and concerts. The verdict is mostly in the first or last sentences; the long middle states facts and points both ways.</source>
            <translation>생성된 영화, 책, 식당, 호텔, 전자 기기, 공연 리뷰입니다. 평가는 대개 첫 문장이나 끝 문장에 있고, 긴 가운데 부분은 사실을 말하며 양쪽을 모두 가리킵니다.</translation>
        </message>
        <message>
            <source>Generated short questions, sorted by the kind of answer they want. The question word alone often misleads: what is the name of the woman who ...?</source>
            <translation>생성된 짧은 질문이며 원하는 답의 종류로 나뉩니다. 의문사만 보면 자주 틀립니다: what is the name of the woman who ...?</translation>
        </message>
        <message>
            <source>Get another copy of the capsule, or save it again.</source>
            <translation>캡슐의 다른 사본을 받거나 다시 저장하세요.</translation>
        </message>
        <message>
            <source>Give --column twice.</source>
            <translation>--column을 두 번 쓰세요.</translation>
        </message>
        <message>
            <source>Give --test too.</source>
            <translation>--test도 쓰세요.</translation>
        </message>
        <message>
            <source>Give --text or --file.</source>
            <translation>--text나 --file을 쓰세요.</translation>
        </message>
        <message>
            <source>Give KEY=VALUE; 'palimpsest rerun {run}' repeats the run, 'resume' continues it.</source>
            <translation>KEY=VALUE를 쓰세요. 'palimpsest rerun {run}'은(는) 실행을 반복하고 'resume'은 이어서 실행합니다.</translation>
        </message>
        <message>
            <source>Give a checkpoint as TensorFlow's Saver writes it.</source>
            <translation>TensorFlow의 Saver가 쓴 체크포인트를 지정하세요.</translation>
        </message>
        <message>
            <source>Give a comparison, such as: test &lt; 4</source>
            <translation>비교를 쓰세요. 예: test &lt; 4</translation>
        </message>
        <message>
            <source>Give a folder in Hugging Face layout (config.json, model.safetensors, tokenizer.json).</source>
            <translation>Hugging Face 구성의 폴더(config.json, model.safetensors, tokenizer.json)를 지정하세요.</translation>
        </message>
        <message>
            <source>Give a folder, a hub id or the encoder of a run (run:12).</source>
            <translation>폴더, 허브 ID 또는 실행의 인코더(run:12)를 지정하세요.</translation>
        </message>
        <message>
            <source>Give a folder.</source>
            <translation>폴더를 지정하세요.</translation>
        </message>
        <message>
            <source>Give a list with at least one value.</source>
            <translation>값이 하나 이상인 목록을 주세요.</translation>
        </message>
        <message>
            <source>Give a longer text with a passage on each line, or leave the field empty for the bundled one.</source>
            <translation>줄마다 구절이 하나씩 있는 더 긴 텍스트를 지정하거나, 비워 두어 내장 텍스트를 쓰세요.</translation>
        </message>
        <message>
            <source>Give a number, or 0 for no limit.</source>
            <translation>숫자를 지정하거나, 제한이 없으면 0을 쓰세요.</translation>
        </message>
        <message>
            <source>Give a number: {numbers}.</source>
            <translation>번호를 지정하세요: {numbers}.</translation>
        </message>
        <message>
            <source>Give a whole folder in Hugging Face layout, or a hub id.</source>
            <translation>Hugging Face 구성의 온전한 폴더나 허브 id를 지정하세요.</translation>
        </message>
        <message>
            <source>Give all splits the same columns.</source>
            <translation>모든 분할의 열을 같게 하세요.</translation>
        </message>
        <message>
            <source>Give another value: docs/store.md has the rules.</source>
            <translation>다른 값을 주세요. 규칙은 docs/store.md에 있습니다.</translation>
        </message>
        <message>
            <source>Give data.target.order, or check the label column.</source>
            <translation>data.target.order를 지정하거나 레이블 열을 확인하세요.</translation>
        </message>
        <message>
            <source>Give each a name of its own.</source>
            <translation>각각 다른 이름을 주세요.</translation>
        </message>
        <message>
            <source>Give fewer values, or several plans.</source>
            <translation>값을 줄이거나 계획을 나누세요.</translation>
        </message>
        <message>
            <source>Give it a list.</source>
            <translation>목록으로 지정하십시오.</translation>
        </message>
        <message>
            <source>Give it once.</source>
            <translation>한 번만 지정하세요.</translation>
        </message>
        <message>
            <source>Give one of them.</source>
            <translation>둘 중 하나를 쓰세요.</translation>
        </message>
        <message>
            <source>Give one.</source>
            <translation>하나만 쓰세요.</translation>
        </message>
        <message>
            <source>Give other values.</source>
            <translation>다른 값을 주세요.</translation>
        </message>
        <message>
            <source>Give palimpsest-tiny, a folder with config.json and model.safetensors, or a hub id.</source>
            <translation>palimpsest-tiny, config.json과 model.safetensors가 든 폴더 또는 허브 ID를 지정하세요.</translation>
        </message>
        <message>
            <source>Give the alternatives another name.</source>
            <translation>대안에 다른 이름을 주세요.</translation>
        </message>
        <message>
            <source>Give the bert_config.json of this checkpoint.</source>
            <translation>이 체크포인트의 bert_config.json을 지정하세요.</translation>
        </message>
        <message>
            <source>Give the config of this checkpoint.</source>
            <translation>이 체크포인트의 구성을 지정하세요.</translation>
        </message>
        <message>
            <source>Give the design another name.</source>
            <translation>설계에 다른 이름을 주세요.</translation>
        </message>
        <message>
            <source>Give the encoder itself, with adapters merged, of the family that it started from.</source>
            <translation>어댑터를 병합한, 처음과 같은 계열의 인코더 자체를 넘겨주세요.</translation>
        </message>
        <message>
            <source>Give the folder that holds config.json.</source>
            <translation>config.json이 든 폴더를 지정하세요.</translation>
        </message>
        <message>
            <source>Give the smallest difference that would matter to you, in points, such as 1.</source>
            <translation>의미 있는 가장 작은 차이를 포인트로 주세요. 예: 1.</translation>
        </message>
        <message>
            <source>Give the smallest difference that would matter to you, in the unit of the metric.</source>
            <translation>의미가 있는 가장 작은 차이를 지표의 단위로 지정하세요.</translation>
        </message>
        <message>
            <source>Give the vocab.txt of this checkpoint.</source>
            <translation>이 체크포인트의 vocab.txt를 지정하세요.</translation>
        </message>
        <message>
            <source>Give two or more.</source>
            <translation>둘 이상 주세요.</translation>
        </message>
        <message>
            <source>Given weights</source>
            <translation>지정 가중치</translation>
        </message>
        <message>
            <source>Gives all settings that the paper's code, or its text, fixes; each can be changed afterwards. 'palimpsest presets' lists them, and where text and code differ.</source>
            <translation>논문의 코드 또는 본문이 정한 모든 설정을 채웁니다. 각각은 나중에 바꿀 수 있습니다. 'palimpsest presets'는 설정과 함께 본문과 코드가 다른 곳을 보여 줍니다.</translation>
        </message>
        <message>
            <source>Gradient clipping</source>
            <translation>그래디언트 클리핑</translation>
        </message>
        <message>
            <source>Gradual unfreezing</source>
            <translation>점진적 동결 해제</translation>
        </message>
        <message>
            <source>Grouped by length</source>
            <translation>길이별로 묶기</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>HTML mark-up</source>
            <translation>HTML 마크업</translation>
        </message>
        <message>
            <source>Hamming loss</source>
            <translation>해밍 손실</translation>
        </message>
        <message>
            <source>Has no effect while the whole encoder is frozen.</source>
            <translation>인코더 전체가 동결된 동안에는 효과가 없습니다.</translation>
        </message>
        <message>
            <source>Hashing files</source>
            <translation>파일 해시 계산 중</translation>
        </message>
        <message>
            <source>Hashing files for {place}</source>
            <translation>{place}용 파일 해시 계산 중</translation>
        </message>
        <message>
            <source>Head</source>
            <translation>헤드</translation>
        </message>
        <message>
            <source>Head + tail</source>
            <translation>헤드 + 테일</translation>
        </message>
        <message>
            <source>Head + tail by share</source>
            <translation>헤드 + 테일(비율)</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/summary.py" />
            <source>Head + tail {head} + {tail}</source>
            <translation>헤드 + 테일 {head} + {tail}</translation>
        </message>
        <message>
            <source>Head alone</source>
            <translation>헤드만</translation>
        </message>
        <message>
            <source>Head first</source>
            <translation>헤드 먼저</translation>
        </message>
        <message>
            <source>Head first, then everything</source>
            <translation>헤드 먼저, 그다음 전체</translation>
        </message>
        <message>
            <source>Head share</source>
            <translation>헤드 비율</translation>
        </message>
        <message>
            <source>Head's rate</source>
            <translation>헤드 학습률</translation>
        </message>
        <message>
            <source>Head's rate alone</source>
            <translation>헤드만 학습할 때의 학습률</translation>
        </message>
        <message>
            <source>Head, tail, or both: which part of a long review carries the verdict (Sun et al. 2019, Table 2). 800 generated reviews, 128 tokens.</source>
            <translation>헤드, 테일, 또는 둘 다: 긴 리뷰의 어느 부분에 평가가 담겨 있는가(Sun et al. 2019, 표 2). 생성된 리뷰 800개, 토큰 128개.</translation>
        </message>
        <message>
            <source>Header</source>
            <translation>머리글</translation>
        </message>
        <message>
            <source>Headlines</source>
            <translation>헤드라인</translation>
        </message>
        <message>
            <source>Held-out Brier score</source>
            <translation>홀드아웃 브라이어 점수</translation>
        </message>
        <message>
            <source>Held-out F1</source>
            <translation>홀드아웃 F1</translation>
        </message>
        <message>
            <source>Held-out Hamming loss</source>
            <translation>홀드아웃 해밍 손실</translation>
        </message>
        <message>
            <source>Held-out MAE</source>
            <translation>홀드아웃 MAE</translation>
        </message>
        <message>
            <source>Held-out Matthews correlation</source>
            <translation>홀드아웃 매슈스 상관</translation>
        </message>
        <message>
            <source>Held-out RMSE</source>
            <translation>홀드아웃 RMSE</translation>
        </message>
        <message>
            <source>Held-out ROC AUC</source>
            <translation>홀드아웃 ROC AUC</translation>
        </message>
        <message>
            <source>Held-out R²</source>
            <translation>홀드아웃 R²</translation>
        </message>
        <message>
            <source>Held-out Spearman correlation</source>
            <translation>홀드아웃 스피어만 상관</translation>
        </message>
        <message>
            <source>Held-out accuracy</source>
            <translation>홀드아웃 정확도</translation>
        </message>
        <message>
            <source>Held-out average precision</source>
            <translation>홀드아웃 평균 정밀도(AP)</translation>
        </message>
        <message>
            <source>Held-out balanced accuracy</source>
            <translation>홀드아웃 균형 정확도</translation>
        </message>
        <message>
            <source>Held-out calibration error</source>
            <translation>홀드아웃 보정 오차</translation>
        </message>
        <message>
            <source>Held-out error</source>
            <translation>홀드아웃 오류율</translation>
        </message>
        <message>
            <source>Held-out error of the teacher's texts, [CLS]</source>
            <translation>홀드아웃 텍스트에서 교사 텍스트의 오차, [CLS]</translation>
        </message>
        <message>
            <source>Held-out error of the teacher's texts, mean</source>
            <translation>홀드아웃 텍스트에서 교사 텍스트의 오차, 평균</translation>
        </message>
        <message>
            <source>Held-out error of the teacher's words</source>
            <translation>홀드아웃 텍스트에서 교사 단어의 오차</translation>
        </message>
        <message>
            <source>Held-out label ranking average precision</source>
            <translation>홀드아웃 레이블 순위 평균 정밀도</translation>
        </message>
        <message>
            <source>Held-out loss</source>
            <translation>홀드아웃 손실</translation>
        </message>
        <message>
            <source>Held-out macro F1</source>
            <translation>홀드아웃 매크로 F1</translation>
        </message>
        <message>
            <source>Held-out mean distance in ranks</source>
            <translation>홀드아웃 평균 등급 거리</translation>
        </message>
        <message>
            <source>Held-out micro F1</source>
            <translation>홀드아웃 마이크로 F1</translation>
        </message>
        <message>
            <source>Held-out next-sentence Brier score</source>
            <translation>홀드아웃 다음 문장 브라이어 점수</translation>
        </message>
        <message>
            <source>Held-out next-sentence F1</source>
            <translation>홀드아웃 다음 문장 F1</translation>
        </message>
        <message>
            <source>Held-out next-sentence Hamming loss</source>
            <translation>홀드아웃 다음 문장 해밍 손실</translation>
        </message>
        <message>
            <source>Held-out next-sentence MAE</source>
            <translation>홀드아웃 다음 문장 MAE</translation>
        </message>
        <message>
            <source>Held-out next-sentence Matthews correlation</source>
            <translation>홀드아웃 다음 문장 매슈스 상관</translation>
        </message>
        <message>
            <source>Held-out next-sentence RMSE</source>
            <translation>홀드아웃 다음 문장 RMSE</translation>
        </message>
        <message>
            <source>Held-out next-sentence ROC AUC</source>
            <translation>홀드아웃 다음 문장 ROC AUC</translation>
        </message>
        <message>
            <source>Held-out next-sentence R²</source>
            <translation>홀드아웃 다음 문장 R²</translation>
        </message>
        <message>
            <source>Held-out next-sentence Spearman correlation</source>
            <translation>홀드아웃 다음 문장 스피어만 상관</translation>
        </message>
        <message>
            <source>Held-out next-sentence accuracy</source>
            <translation>홀드아웃 다음 문장 정확도</translation>
        </message>
        <message>
            <source>Held-out next-sentence average precision</source>
            <translation>홀드아웃 다음 문장 평균 정밀도(AP)</translation>
        </message>
        <message>
            <source>Held-out next-sentence balanced accuracy</source>
            <translation>홀드아웃 다음 문장 균형 정확도</translation>
        </message>
        <message>
            <source>Held-out next-sentence calibration error</source>
            <translation>홀드아웃 다음 문장 보정 오차</translation>
        </message>
        <message>
            <source>Held-out next-sentence error</source>
            <translation>홀드아웃 다음 문장 오류율</translation>
        </message>
        <message>
            <source>Held-out next-sentence label ranking average precision</source>
            <translation>홀드아웃 다음 문장 레이블 순위 평균 정밀도</translation>
        </message>
        <message>
            <source>Held-out next-sentence loss</source>
            <translation>홀드아웃 다음 문장 손실</translation>
        </message>
        <message>
            <source>Held-out next-sentence macro F1</source>
            <translation>홀드아웃 다음 문장 매크로 F1</translation>
        </message>
        <message>
            <source>Held-out next-sentence mean distance in ranks</source>
            <translation>홀드아웃 다음 문장 평균 등급 거리</translation>
        </message>
        <message>
            <source>Held-out next-sentence micro F1</source>
            <translation>홀드아웃 다음 문장 마이크로 F1</translation>
        </message>
        <message>
            <source>Held-out next-sentence perplexity</source>
            <translation>홀드아웃 다음 문장 퍼플렉서티</translation>
        </message>
        <message>
            <source>Held-out next-sentence precision</source>
            <translation>홀드아웃 다음 문장 정밀도</translation>
        </message>
        <message>
            <source>Held-out next-sentence quadratic weighted kappa</source>
            <translation>홀드아웃 다음 문장 이차 가중 카파</translation>
        </message>
        <message>
            <source>Held-out next-sentence recall</source>
            <translation>홀드아웃 다음 문장 재현율</translation>
        </message>
        <message>
            <source>Held-out next-sentence subset accuracy</source>
            <translation>홀드아웃 다음 문장 부분집합 정확도</translation>
        </message>
        <message>
            <source>Held-out next-sentence weighted F1</source>
            <translation>홀드아웃 다음 문장 가중 F1</translation>
        </message>
        <message>
            <source>Held-out perplexity</source>
            <translation>홀드아웃 퍼플렉서티</translation>
        </message>
        <message>
            <source>Held-out precision</source>
            <translation>홀드아웃 정밀도</translation>
        </message>
        <message>
            <source>Held-out quadratic weighted kappa</source>
            <translation>홀드아웃 이차 가중 카파</translation>
        </message>
        <message>
            <source>Held-out recall</source>
            <translation>홀드아웃 재현율</translation>
        </message>
        <message>
            <source>Held-out subset accuracy</source>
            <translation>홀드아웃 부분집합 정확도</translation>
        </message>
        <message>
            <source>Held-out text</source>
            <translation>홀드아웃 텍스트</translation>
        </message>
        <message>
            <source>Held-out weighted F1</source>
            <translation>홀드아웃 가중 F1</translation>
        </message>
        <message>
            <source>Help desk, June</source>
            <translation>고객 지원, 6월</translation>
        </message>
        <message>
            <source>Help desk, May</source>
            <translation>고객 지원, 5월</translation>
        </message>
        <message>
            <source>Here the code clips all gradients together, unlike in fine-tuning.</source>
            <translation>파인튜닝과 달리 여기서는 코드가 모든 그래디언트를 함께 클리핑합니다.</translation>
        </message>
        <message>
            <source>Hidden layer (MLP)</source>
            <translation>은닉층(MLP)</translation>
        </message>
        <message>
            <source>Hidden units</source>
            <translation>은닉 유닛 수</translation>
        </message>
        <message>
            <source>Hierarchical</source>
            <translation>계층적</translation>
        </message>
        <message>
            <source>Hold fields together</source>
            <translation>필드를 묶음</translation>
        </message>
        <message>
            <source>Hold out {share} %.</source>
            <translation>{share} %를 떼어 두세요.</translation>
        </message>
        <message>
            <source>Home there</source>
            <translation>그곳의 홈</translation>
        </message>
        <message>
            <source>Hops</source>
            <translation>가중합 수</translation>
        </message>
        <message>
            <source>Host</source>
            <translation>호스트</translation>
        </message>
        <message>
            <source>How far the exponent falls from 1 over the epochs.</source>
            <translation>에폭이 지나며 지수가 1에서 얼마나 줄어드는지입니다.</translation>
        </message>
        <message>
            <source>How many ranks the answer is from the true class, on average: 0 is right, 1 a neighbouring class.</source>
            <translation>답이 실제 클래스에서 평균 몇 등급 떨어져 있는지입니다. 0은 정답, 1은 바로 옆 클래스입니다.</translation>
        </message>
        <message>
            <source>How much a text of each class counts in the training loss. The mean over all training texts is always 1, so the learning rate need not change.</source>
            <translation>클래스별 텍스트가 학습 손실에 반영되는 비중입니다. 모든 학습 텍스트의 평균은 항상 1이므로 학습률을 바꿀 필요가 없습니다.</translation>
        </message>
        <message>
            <source>How much slower the lower and how much faster the upper group of layers learns.</source>
            <translation>아래쪽 층 그룹이 얼마나 느리게, 위쪽 층 그룹이 얼마나 빠르게 학습하는지입니다.</translation>
        </message>
        <message>
            <source>How much smaller the lowest rate is than the peak.</source>
            <translation>가장 낮은 학습률이 최댓값보다 얼마나 작은지입니다.</translation>
        </message>
        <message>
            <source>How often a text of a class has a higher probability of it than another text; the mean over classes.</source>
            <translation>한 클래스의 텍스트가 다른 텍스트보다 그 클래스의 확률이 높은 빈도이며, 클래스에 대한 평균입니다.</translation>
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
            <translation>머리글이면 --format csv를 쓰세요.</translation>
        </message>
        <message>
            <source>If it is a text, --header no.</source>
            <translation>텍스트이면 --header no를 쓰세요.</translation>
        </message>
        <message>
            <source>If that is the right machine, accept its key once: ssh HOST</source>
            <translation>맞는 컴퓨터라면 키를 한 번 수락하세요: ssh HOST</translation>
        </message>
        <message>
            <source>Import it on the Data page, register a copy, or name its file.</source>
            <translation>데이터 페이지에서 가져오거나, 사본을 등록하거나, 파일을 지정하세요.</translation>
        </message>
        <message>
            <source>In proportion to the number of texts: every text exactly once per epoch (the paper's code).</source>
            <translation>텍스트 수에 비례합니다: 모든 텍스트가 에폭마다 정확히 한 번 쓰입니다(논문의 코드).</translation>
        </message>
        <message>
            <source>In proportion to the square root of the number of texts.</source>
            <translation>텍스트 수의 제곱근에 비례합니다.</translation>
        </message>
        <message>
            <source>In the loss</source>
            <translation>손실의 일부</translation>
        </message>
        <message>
            <source>Incomplete rows</source>
            <translation>불완전한 행</translation>
        </message>
        <message>
            <source>Initialisation</source>
            <translation>초기화</translation>
        </message>
        <message>
            <source>Install Palimpsest again, or use the commands: palimpsest --help.</source>
            <translation>Palimpsest를 다시 설치하거나 명령을 쓰세요: palimpsest --help.</translation>
        </message>
        <message>
            <source>Install Palimpsest again.</source>
            <translation>Palimpsest를 다시 설치하세요.</translation>
        </message>
        <message>
            <source>Install it there, or name it in full: palimpsest places add ... --command /path/to/palimpsest</source>
            <translation>그곳에 설치하거나 전체 이름을 지정하세요: palimpsest places add ... --command /path/to/palimpsest</translation>
        </message>
        <message>
            <source>Install it with 'python -m spacy download {name}', or use the rules.</source>
            <translation>'python -m spacy download {name}'(으)로 설치하거나 규칙을 쓰세요.</translation>
        </message>
        <message>
            <source>Install it with: pip install 'palimpsest[engine]'</source>
            <translation>설치하세요: pip install 'palimpsest[engine]'</translation>
        </message>
        <message>
            <source>Install it with: pip install 'palimpsest[search]'</source>
            <translation>설치하세요: pip install 'palimpsest[search]'</translation>
        </message>
        <message>
            <source>Install it with: pip install 'palimpsest[serve]'</source>
            <translation>설치하세요: pip install 'palimpsest[serve]'</translation>
        </message>
        <message>
            <source>Install it with: pip install {package}</source>
            <translation>다음으로 설치하세요: pip install {package}</translation>
        </message>
        <message>
            <source>Install the OpenSSH client.</source>
            <translation>OpenSSH 클라이언트를 설치하세요.</translation>
        </message>
        <message>
            <source>Install the same version on both sides.</source>
            <translation>양쪽에 같은 버전을 설치하세요.</translation>
        </message>
        <message>
            <source>Install the version that fits the installed spaCy, or use the rules.</source>
            <translation>설치된 spaCy에 맞는 버전을 설치하거나 규칙을 쓰세요.</translation>
        </message>
        <message>
            <source>Install them with: pip install 'palimpsest[onnx]'</source>
            <translation>설치하세요: pip install 'palimpsest[onnx]'</translation>
        </message>
        <message>
            <source>Interrupted at step {step}.</source>
            <translation>스텝 {step}에서 중단되었습니다.</translation>
        </message>
        <message>
            <source>Interrupted.</source>
            <translation>중단되었습니다.</translation>
        </message>
        <message>
            <source>It can still be read.</source>
            <translation>여전히 읽을 수 있습니다.</translation>
        </message>
        <message>
            <source>It comes as {sizes}.</source>
            <translation>제공되는 크기: {sizes}.</translation>
        </message>
        <message>
            <source>It could not write: its disk was full, or the store was locked.</source>
            <translation>쓸 수 없었습니다. 디스크가 가득 찼거나 저장소가 잠겨 있었습니다.</translation>
        </message>
        <message>
            <source>It has one head only: leave the task out.</source>
            <translation>헤드가 하나뿐입니다. 태스크를 빼세요.</translation>
        </message>
        <message>
            <source>It has one size only.</source>
            <translation>크기가 하나뿐입니다.</translation>
        </message>
        <message>
            <source>It has stored: {stages}.</source>
            <translation>저장한 것: {stages}.</translation>
        </message>
        <message>
            <source>It has {names}.</source>
            <translation>있는 것: {names}.</translation>
        </message>
        <message>
            <source>It has: none yet.</source>
            <translation>아직 없습니다.</translation>
        </message>
        <message>
            <source>It has: {names}.</source>
            <translation>있는 것: {names}.</translation>
        </message>
        <message>
            <source>It is fetched again.</source>
            <translation>다시 받아 옵니다.</translation>
        </message>
        <message>
            <source>It is fetched once that has ended.</source>
            <translation>그것이 끝나면 받아 옵니다.</translation>
        </message>
        <message>
            <source>It is tried again.</source>
            <translation>다시 시도합니다.</translation>
        </message>
        <message>
            <source>It was made with another version or specification.</source>
            <translation>다른 버전이나 설정으로 만들어졌습니다.</translation>
        </message>
        <message>
            <source>It was not stored.</source>
            <translation>저장하지 않았습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>It was trained on {part} of texts over {n} tokens, and transformers keeps the beginning: cut long texts yourself.</source>
            <translation>{n}토큰이 넘는 텍스트의 {part}(으)로 학습되었고 transformers는 앞부분을 남깁니다. 긴 텍스트는 직접 자르세요.</translation>
        </message>
        <message>
            <source>Its answers on the test texts are stored (palimpsest predictions {run} --out FILE).</source>
            <translation>테스트 텍스트에 대한 답은 저장되어 있습니다(palimpsest predictions {run} --out FILE).</translation>
        </message>
        <message>
            <source>Its classes are {classes}.</source>
            <translation>클래스: {classes}.</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>Its decision rule (decision.json) is Palimpsest's own: transformers does not follow it.</source>
            <translation>결정 규칙(decision.json)은 Palimpsest 고유의 것이라 transformers는 따르지 않습니다.</translation>
        </message>
        <message>
            <source>Its files are in its folder (palimpsest show).</source>
            <translation>파일은 그 폴더에 있습니다(palimpsest show).</translation>
        </message>
        <message>
            <source>Its labels are {classes}.</source>
            <translation>레이블: {classes}.</translation>
        </message>
        <message>
            <source>Its next step could not be taken (exit code {code}).</source>
            <translation>다음 단계를 진행할 수 없었습니다(종료 코드 {code}).</translation>
        </message>
        <message>
            <source>Its process crashed ({name}).</source>
            <translation>프로세스가 비정상 종료되었습니다({name}).</translation>
        </message>
        <message>
            <source>Its process ended with exit code {code}.</source>
            <translation>프로세스가 종료 코드 {code}(으)로 끝났습니다.</translation>
        </message>
        <message>
            <source>Its process was killed ({name}), perhaps by the system because memory ran out.</source>
            <translation>프로세스가 강제 종료되었습니다({name}). 메모리 부족으로 시스템이 종료했을 수 있습니다.</translation>
        </message>
        <message>
            <source>Its process was killed ({name}).</source>
            <translation>프로세스가 강제 종료되었습니다({name}).</translation>
        </message>
        <message>
            <source>Its process was killed, or the machine went down.</source>
            <translation>프로세스가 강제 종료되었거나 컴퓨터가 꺼졌습니다.</translation>
        </message>
        <message>
            <source>Its settings, as 'name = value'.</source>
            <translation>'이름 = 값' 형식의 설정입니다.</translation>
        </message>
        <message>
            <source>Its training has diverged: choose another run.</source>
            <translation>학습이 발산했습니다. 다른 실행을 선택하세요.</translation>
        </message>
        <message>
            <source>JSON document</source>
            <translation>JSON 문서</translation>
        </message>
        <message>
            <source>JSON lines</source>
            <translation>JSON Lines</translation>
        </message>
        <message>
            <source>Jensen–Shannon divergence between each head's attention now and before.</source>
            <translation>각 어텐션 헤드의 지금과 이전 어텐션 사이의 젠슨–섀넌 발산.</translation>
        </message>
        <message>
            <source>Jobs of a sweep that may run at a time.</source>
            <translation>스윕의 작업 중 동시에 실행될 수 있는 수입니다.</translation>
        </message>
        <message>
            <source>Join with</source>
            <translation>결합 문자</translation>
        </message>
        <message>
            <source>Keep frozen</source>
            <translation>동결 출력 보관</translation>
        </message>
        <message>
            <source>Keep some.</source>
            <translation>일부를 남기세요.</translation>
        </message>
        <message>
            <source>Keep steps</source>
            <translation>보관할 스텝</translation>
        </message>
        <message>
            <source>Keep the columns of the text and the label.</source>
            <translation>텍스트 열과 레이블 열만 남기세요.</translation>
        </message>
        <message>
            <source>Keep {names}.</source>
            <translation>{names}을(를) 유지하세요.</translation>
        </message>
        <message>
            <source>Keeping a copy of the model as a teacher</source>
            <translation>모델 사본을 교사로 보관 중</translation>
        </message>
        <message>
            <source>Keeping and testing</source>
            <translation>보관 및 테스트 중</translation>
        </message>
        <message>
            <source>Keeping these weights</source>
            <translation>이 가중치 보관 중</translation>
        </message>
        <message>
            <source>Kept texts</source>
            <translation>보관할 텍스트</translation>
        </message>
        <message>
            <source>Kept: none (palimpsest average --keep).</source>
            <translation>보관된 것이 없습니다(palimpsest average --keep).</translation>
        </message>
        <message>
            <source>Kept: none.</source>
            <translation>보관된 것이 없습니다.</translation>
        </message>
        <message>
            <source>Kept: {names} (palimpsest average --keep).</source>
            <translation>보관된 것: {names}(palimpsest average --keep).</translation>
        </message>
        <message>
            <source>Kept: {names}.</source>
            <translation>보관된 것: {names}.</translation>
        </message>
        <message>
            <source>Keys with nested values are left out: {keys}.</source>
            <translation>중첩된 값을 가진 키는 제외했습니다: {keys}.</translation>
        </message>
        <message>
            <source>Known: {names}.</source>
            <translation>알려진 것: {names}.</translation>
        </message>
        <message>
            <source>L2-SP</source>
            <translation>L2-SP</translation>
        </message>
        <message>
            <source>LABEL=WEIGHT for each label whose positive weight is not 1: threat=5.</source>
            <translation>양성을 1이 아닌 비중으로 셀 레이블마다 LABEL=WEIGHT로 적습니다: threat=5.</translation>
        </message>
        <message>
            <source>LSTM units</source>
            <translation>LSTM 유닛 수</translation>
        </message>
        <message>
            <source>Label and text in lines</source>
            <translation>줄마다 레이블과 텍스트</translation>
        </message>
        <message>
            <source>Label column</source>
            <translation>레이블 열</translation>
        </message>
        <message>
            <source>Label columns</source>
            <translation>레이블 열</translation>
        </message>
        <message>
            <source>Label more texts.</source>
            <translation>더 많은 텍스트에 레이블을 붙이세요.</translation>
        </message>
        <message>
            <source>Label ranking average precision</source>
            <translation>레이블 순위 평균 정밀도</translation>
        </message>
        <message>
            <source>Label separator</source>
            <translation>레이블 구분자</translation>
        </message>
        <message>
            <source>Label smoothing</source>
            <translation>레이블 스무딩</translation>
        </message>
        <message>
            <source>Labels</source>
            <translation>레이블</translation>
        </message>
        <message>
            <source>Labels are</source>
            <translation>레이블 종류</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/proposal.py" />
            <source>Labels are lists of {many} values 0 or 1, one for each label</source>
            <translation>레이블이 0 또는 1인 값 {many}개의 목록이며 레이블마다 하나입니다</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/proposal.py" />
            <source>Labels are lists, of {many} different labels</source>
            <translation>레이블이 목록이며 서로 다른 레이블이 {many}개입니다</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/proposal.py" />
            <source>Labels are {many} different numbers, {least} to {most}: they can be learnt as numbers</source>
            <translation>레이블이 {least}부터 {most}까지 서로 다른 수 {many}개입니다. 숫자로 학습할 수 있습니다</translation>
        </message>
        <message>
            <source>Labels of the test split were not checked: results are measured with them.</source>
            <translation>테스트 분할의 레이블은 확인하지 않았습니다. 결과를 그것으로 측정합니다.</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>Labels of training texts are numbers from {least} to {most}, {mean} on average</source>
            <translation>학습 텍스트의 레이블은 {least}부터 {most}까지의 숫자이며 평균은 {mean}입니다</translation>
        </message>
        <message>
            <source>Labels: all, weighted by probability (exact; classes only); drawn from the model; or the true ones.</source>
            <translation>레이블: 확률로 가중한 모든 레이블(정확함, 클래스에만 사용 가능), 모델에서 뽑은 레이블, 또는 실제 레이블.</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>언어</translation>
        </message>
        <message>
            <source>Largest norm of the gradient; 0: no clipping.</source>
            <translation>그래디언트 노름의 상한입니다. 0: 클리핑하지 않음.</translation>
        </message>
        <message>
            <source>Last 2, concatenated</source>
            <translation>마지막 2개 층, 연결</translation>
        </message>
        <message>
            <source>Last 2, mean</source>
            <translation>마지막 2개 층, 평균</translation>
        </message>
        <message>
            <source>Last output of the job: {words}</source>
            <translation>작업의 마지막 출력: {words}</translation>
        </message>
        <message>
            <source>Last output: {words}</source>
            <translation>마지막 출력: {words}</translation>
        </message>
        <message>
            <source>Last step</source>
            <translation>마지막 스텝</translation>
        </message>
        <message>
            <source>Last update, no validation labels</source>
            <translation>마지막 업데이트, 검증 레이블 없이</translation>
        </message>
        <message>
            <source>Last validation</source>
            <translation>마지막 검증</translation>
        </message>
        <message>
            <source>Last validation error</source>
            <translation>마지막 검증 오류율</translation>
        </message>
        <message>
            <source>Last validation error in %.</source>
            <translation>마지막 검증 오류율, %.</translation>
        </message>
        <message>
            <source>Layer</source>
            <translation>층</translation>
        </message>
        <message>
            <source>Layer 1 of 4</source>
            <translation>4개 층 중 1층</translation>
        </message>
        <message>
            <source>Layer 2 of 4</source>
            <translation>4개 층 중 2층</translation>
        </message>
        <message>
            <source>Layer 3 of 4</source>
            <translation>4개 층 중 3층</translation>
        </message>
        <message>
            <source>Layer 4 of 4</source>
            <translation>4개 층 중 4층</translation>
        </message>
        <message>
            <source>Layer-wise decay</source>
            <translation>층별 감쇠</translation>
        </message>
        <message>
            <source>Layers</source>
            <translation>층</translation>
        </message>
        <message>
            <source>Layers at a time</source>
            <translation>한 번에 풀 층</translation>
        </message>
        <message>
            <source>Learn masked words only.</source>
            <translation>마스킹된 단어만 학습하세요.</translation>
        </message>
        <message>
            <source>Learn {objective}.</source>
            <translation>{objective}을(를) 학습하세요.</translation>
        </message>
        <message>
            <source>Learning rate</source>
            <translation>학습률</translation>
        </message>
        <message>
            <source>Learning rate, embeddings</source>
            <translation>학습률, 임베딩</translation>
        </message>
        <message>
            <source>Learning rate, top layer</source>
            <translation>학습률, 맨 위 층</translation>
        </message>
        <message>
            <source>Learning rates and catastrophic forgetting</source>
            <translation>학습률과 파국적 망각</translation>
        </message>
        <message>
            <source>Learning rates of lower layers.</source>
            <translation>아래층일수록 얼마나 느리게 학습하는지입니다.</translation>
        </message>
        <message>
            <source>Learning without forgetting</source>
            <translation>Learning without Forgetting</translation>
        </message>
        <message>
            <source>Learning word pieces in {name}</source>
            <translation>{name}에서 워드피스 학습 중</translation>
        </message>
        <message>
            <source>Learns a number by its squared or absolute distance.</source>
            <translation>제곱 거리 또는 절댓값 거리로 수치를 학습합니다.</translation>
        </message>
        <message>
            <source>Learns classes that have an order, so that an answer next to the true class is better than one far from it.</source>
            <translation>순서가 있는 클래스를 학습하여, 실제 클래스에 가까운 답이 먼 답보다 낫도록 합니다.</translation>
        </message>
        <message>
            <source>Learns classes: each text belongs to exactly one.</source>
            <translation>클래스를 학습합니다. 텍스트마다 정확히 한 클래스에 속합니다.</translation>
        </message>
        <message>
            <source>Learns from other labels than these ({labels}).</source>
            <translation>이 레이블({labels})이 아닌 다른 레이블에서 학습합니다.</translation>
        </message>
        <message>
            <source>Learns from probabilities of classes, as where annotators disagreed, by cross-entropy with the whole distribution.</source>
            <translation>주석자의 의견이 다른 경우처럼 클래스의 확률에서, 분포 전체에 대한 교차 엔트로피로 학습합니다.</translation>
        </message>
        <message>
            <source>Learns several tasks at once: they share the encoder, each has a head of its own (Sun et al. 2019, 4.3).</source>
            <translation>여러 태스크를 한꺼번에 학습합니다. 인코더는 공유하고 헤드는 각자 가집니다(Sun et al. 2019, 4.3).</translation>
        </message>
        <message>
            <source>Learns the labels of one data set, with a new head on the encoder.</source>
            <translation>인코더 위에 새 헤드를 얹어 한 데이터셋의 레이블을 학습합니다.</translation>
        </message>
        <message>
            <source>Learns the states of a larger encoder, the teacher, along with masked words (Jiao et al. 2020).</source>
            <translation>더 큰 인코더인 교사의 상태를 마스킹된 단어와 함께 학습합니다(Jiao et al. 2020).</translation>
        </message>
        <message>
            <source>Leave it empty or write encoder, 1 or 1@5000.</source>
            <translation>비워 두거나 encoder, 1, 1@5000처럼 쓰세요.</translation>
        </message>
        <message>
            <source>Leave it empty.</source>
            <translation>비워 두세요.</translation>
        </message>
        <message>
            <source>Leave it out, or train for longer.</source>
            <translation>빼거나 더 오래 학습하세요.</translation>
        </message>
        <message>
            <source>Leave it out.</source>
            <translation>빼세요.</translation>
        </message>
        <message>
            <source>Leave one out, or write them as files of their own.</source>
            <translation>하나를 빼거나 각각 파일로 나누어 쓰세요.</translation>
        </message>
        <message>
            <source>Leave one out.</source>
            <translation>하나를 빼세요.</translation>
        </message>
        <message>
            <source>Leave out</source>
            <translation>제외</translation>
        </message>
        <message>
            <source>Leave out documents that occur twice, or in a test or validation split of any data set of this run.</source>
            <translation>두 번 나오거나, 이 실행의 어떤 데이터셋의 테스트 또는 검증 분할에 나오는 문서를 제외합니다.</translation>
        </message>
        <message>
            <source>Leave out overlap</source>
            <translation>중복 제외</translation>
        </message>
        <message>
            <source>Leave the file out of data.validation and data.test; predict it with: palimpsest predict RUN --file {file}</source>
            <translation>이 파일을 data.validation과 data.test에서 빼고 다음으로 예측하세요: palimpsest predict RUN --file {file}</translation>
        </message>
        <message>
            <source>Leave the key out, or fill it.</source>
            <translation>키를 빼거나 채우세요.</translation>
        </message>
        <message>
            <source>Leave the others out.</source>
            <translation>다른 것은 빼세요.</translation>
        </message>
        <message>
            <source>Leave the size out.</source>
            <translation>크기를 빼세요.</translation>
        </message>
        <message>
            <source>Leave the stage seed of the last stage empty.</source>
            <translation>마지막 단계의 단계 시드를 비워 두십시오.</translation>
        </message>
        <message>
            <source>Leave the texts out with --no-texts.</source>
            <translation>--no-texts로 텍스트를 빼세요.</translation>
        </message>
        <message>
            <source>Leave {option} out (data.format.{name}), or name another format.</source>
            <translation>{option}을(를) 빼거나(data.format.{name}) 다른 형식을 지정하세요.</translation>
        </message>
        <message>
            <source>Length</source>
            <translation>길이</translation>
        </message>
        <message>
            <source>Lengths are in words, because tokens cannot be counted: {reason}</source>
            <translation>토큰을 셀 수 없어 길이는 단어 수입니다: {reason}</translation>
        </message>
        <message>
            <source>Let it finish (palimpsest resume {run}), or name another stage.</source>
            <translation>끝까지 실행하거나(palimpsest resume {run}) 다른 단계를 지정하세요.</translation>
        </message>
        <message>
            <source>Let it finish (palimpsest resume {run}).</source>
            <translation>끝까지 실행하세요(palimpsest resume {run}).</translation>
        </message>
        <message>
            <source>Let it finish a trial.</source>
            <translation>시행 하나를 마치게 두세요.</translation>
        </message>
        <message>
            <source>Let ssh in without a password: a key in the agent (ssh-add), or ssh-copy-id HOST.</source>
            <translation>ssh가 암호 없이 접속하게 하세요. 에이전트에 키를 넣거나(ssh-add) ssh-copy-id HOST를 쓰세요.</translation>
        </message>
        <message>
            <source>Let the login there print nothing where there is no terminal.</source>
            <translation>터미널이 없을 때는 그곳의 로그인이 아무것도 출력하지 않게 하세요.</translation>
        </message>
        <message>
            <source>Line breaks</source>
            <translation>줄 바꿈</translation>
        </message>
        <message>
            <source>Linear</source>
            <translation>선형</translation>
        </message>
        <message>
            <source>Linear CKA, and distance after the best rotation, between the layers' outputs now and before.</source>
            <translation>층 출력의 지금과 이전 사이의 선형 CKA와, 최적으로 회전한 뒤의 거리.</translation>
        </message>
        <message>
            <source>Linear baseline</source>
            <translation>선형 베이스라인</translation>
        </message>
        <message>
            <source>Linear rise to the peak, then half a cosine down to zero.</source>
            <translation>최댓값까지 선형으로 오른 뒤 반주기 코사인으로 0까지 내려갑니다.</translation>
        </message>
        <message>
            <source>Linear rise to the peak, then linear fall to zero at the end; continuous.</source>
            <translation>최댓값까지 선형으로 오른 뒤 끝에서 0이 되도록 선형으로 내려갑니다. 연속적입니다.</translation>
        </message>
        <message>
            <source>Linear rise to the peak, then no change.</source>
            <translation>최댓값까지 선형으로 오른 뒤 변하지 않습니다.</translation>
        </message>
        <message>
            <source>Linear warm-up and decay</source>
            <translation>선형 워밍업과 감쇠</translation>
        </message>
        <message>
            <source>Lines</source>
            <translation>줄 단위</translation>
        </message>
        <message>
            <source>Lines left out above the table in {file}: {count} ({shown}).</source>
            <translation>{file}에서 표 위의 제외된 줄: {count}({shown}).</translation>
        </message>
        <message>
            <source>Lines left out below the header in {file}: {count} ({shown}).</source>
            <translation>{file}에서 머리글 아래의 제외된 줄: {count}({shown}).</translation>
        </message>
        <message>
            <source>List all: palimpsest fields</source>
            <translation>모두 보기: palimpsest fields</translation>
        </message>
        <message>
            <source>List runs with: palimpsest runs --json</source>
            <translation>실행 목록 보기: palimpsest runs --json</translation>
        </message>
        <message>
            <source>List the recipes with: palimpsest recipes</source>
            <translation>레시피 목록 보기: palimpsest recipes</translation>
        </message>
        <message>
            <source>List them with: palimpsest runs</source>
            <translation>목록 보기: palimpsest runs</translation>
        </message>
        <message>
            <source>List them with: palimpsest searches</source>
            <translation>목록 보기: palimpsest searches</translation>
        </message>
        <message>
            <source>Lists of 0 and 1</source>
            <translation>0과 1의 목록</translation>
        </message>
        <message>
            <source>LoRA</source>
            <translation>LoRA</translation>
        </message>
        <message>
            <source>Loading the encoder</source>
            <translation>인코더 불러오는 중</translation>
        </message>
        <message>
            <source>Loading the teacher</source>
            <translation>교사 불러오는 중</translation>
        </message>
        <message>
            <source>Log</source>
            <translation>로그</translation>
        </message>
        <message>
            <source>Login node</source>
            <translation>로그인 노드</translation>
        </message>
        <message>
            <source>Logistic regression</source>
            <translation>로지스틱 회귀</translation>
        </message>
        <message>
            <source>Logistic regression on TF-IDF (1 + log of a term's count, times its inverse document frequency, normalised to length 1), or multinomial naive Bayes on counts.</source>
            <translation>TF-IDF(1 + 단어 횟수의 로그에 역문서 빈도를 곱하고 길이 1로 정규화)에 대한 로지스틱 회귀, 또는 횟수에 대한 다항 나이브 베이즈.</translation>
        </message>
        <message>
            <source>Long reviews</source>
            <translation>긴 리뷰</translation>
        </message>
        <message>
            <source>Long texts</source>
            <translation>긴 텍스트</translation>
        </message>
        <message>
            <source>Longest input of this task; 0: the stage's length.</source>
            <translation>이 태스크의 최대 입력 길이입니다. 0: 단계의 길이.</translation>
        </message>
        <message>
            <source>Longest input, special tokens included; 0: as long as the encoder reads.</source>
            <translation>특수 토큰을 포함한 최대 입력 길이입니다. 0: 인코더가 읽을 수 있는 만큼.</translation>
        </message>
        <message>
            <source>Longest passage, special tokens included.</source>
            <translation>특수 토큰을 포함한 구절의 최대 길이입니다.</translation>
        </message>
        <message>
            <source>Longest sequence of words or characters that counts as a term.</source>
            <translation>이 수까지의 단어 또는 문자의 연속을 하나의 항으로 셉니다.</translation>
        </message>
        <message>
            <source>Looking for an equal stage</source>
            <translation>같은 단계 찾는 중</translation>
        </message>
        <message>
            <source>Looking for near-duplicates</source>
            <translation>유사 중복 찾는 중</translation>
        </message>
        <message>
            <source>Loss</source>
            <translation>손실</translation>
        </message>
        <message>
            <source>Loss of the encoder under the original masked-word head, on general text; always the same words masked.</source>
            <translation>인코더의 원래 마스킹된 단어 헤드로 잰 일반 텍스트의 손실. 항상 같은 단어를 마스킹합니다.</translation>
        </message>
        <message>
            <source>Low rate</source>
            <translation>낮은 학습률</translation>
        </message>
        <message>
            <source>Lower rates for lower layers, on 500 generated questions with the bundled encoder: error, drift of each layer and general language.</source>
            <translation>아래층이 더 느리게 학습합니다. 생성된 질문 500개와 내장 인코더로 오류율, 층별 드리프트, 이전 언어 능력을 봅니다.</translation>
        </message>
        <message>
            <source>Lowest held-out loss</source>
            <translation>가장 낮은 홀드아웃 손실</translation>
        </message>
        <message>
            <source>Lowest layers</source>
            <translation>가장 아래층</translation>
        </message>
        <message>
            <source>MAE</source>
            <translation>MAE</translation>
        </message>
        <message>
            <source>Macro F1</source>
            <translation>매크로 F1</translation>
        </message>
        <message>
            <source>Make it a run of its own.</source>
            <translation>별도의 실행으로 만드세요.</translation>
        </message>
        <message>
            <source>Make it first.</source>
            <translation>먼저 만드세요.</translation>
        </message>
        <message>
            <source>Make it, or name another.</source>
            <translation>만들거나 다른 것을 지정하세요.</translation>
        </message>
        <message>
            <source>Make one with: palimpsest run quickstart</source>
            <translation>다음으로 하나 만드세요: palimpsest run quickstart</translation>
        </message>
        <message>
            <source>Mask all pieces of a word together; Chinese words are those that spaCy's segmenter finds.</source>
            <translation>한 단어의 모든 조각을 함께 마스킹합니다. 중국어 단어는 spaCy의 분절기가 찾은 단어입니다.</translation>
        </message>
        <message>
            <source>Masked share</source>
            <translation>마스킹 비율</translation>
        </message>
        <message>
            <source>Masked tokens in pre-training.</source>
            <translation>사전 학습에서 마스킹되는 토큰.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>Masked words</source>
            <translation>마스킹된 단어</translation>
        </message>
        <message>
            <source>Masked words and next sentence</source>
            <translation>마스킹된 단어와 다음 문장</translation>
        </message>
        <message>
            <source>Masked words of general text under the encoder's original head, or the tasks of earlier stages.</source>
            <translation>인코더의 원래 헤드로 예측하는 일반 텍스트의 마스킹된 단어, 또는 이전 단계의 태스크.</translation>
        </message>
        <message>
            <source>Masked words of general text, under the encoder's original head, which stays as it is.</source>
            <translation>인코더의 원래 헤드로 예측하는 일반 텍스트의 마스킹된 단어이며, 그 헤드는 그대로 둡니다.</translation>
        </message>
        <message>
            <source>Masked words only, in windows that run across sentences (Liu et al. 2019, 4.2).</source>
            <translation>마스킹된 단어만 예측하며, 문장을 가로지르는 창을 씁니다(Liu et al. 2019, 4.2).</translation>
        </message>
        <message>
            <source>Masked words, and whether segment B follows segment A (Devlin et al. 2019, 3.1).</source>
            <translation>마스킹된 단어와, 세그먼트 B가 세그먼트 A의 다음인지를 예측합니다(Devlin et al. 2019, 3.1).</translation>
        </message>
        <message>
            <source>Masking</source>
            <translation>마스킹</translation>
        </message>
        <message>
            <source>Matrices of each layer that get an adapter.</source>
            <translation>각 층에서 어댑터를 붙일 행렬입니다.</translation>
        </message>
        <message>
            <source>Matrix products</source>
            <translation>행렬 곱</translation>
        </message>
        <message>
            <source>Matthews correlation</source>
            <translation>매슈스 상관</translation>
        </message>
        <message>
            <source>Maximum</source>
            <translation>최댓값</translation>
        </message>
        <message>
            <source>Mean</source>
            <translation>평균</translation>
        </message>
        <message>
            <source>Mean distance in ranks</source>
            <translation>평균 등급 거리</translation>
        </message>
        <message>
            <source>Mean of all tokens</source>
            <translation>모든 토큰의 평균</translation>
        </message>
        <message>
            <source>Mean, normalised</source>
            <translation>평균, 정규화</translation>
        </message>
        <message>
            <source>Measure</source>
            <translation>측정값</translation>
        </message>
        <message>
            <source>Measure forgetting</source>
            <translation>망각 측정</translation>
        </message>
        <message>
            <source>Measured at evaluations are: {known}.</source>
            <translation>평가에서 측정한 것: {known}.</translation>
        </message>
        <message>
            <source>Measures are such as test/error.</source>
            <translation>측정값의 예: test/error.</translation>
        </message>
        <message>
            <source>Measures of forgetting; measuring does not change the training.</source>
            <translation>망각에 관해 무엇을 측정하는지입니다. 측정해도 학습은 바뀌지 않습니다.</translation>
        </message>
        <message>
            <source>Measuring</source>
            <translation>측정</translation>
        </message>
        <message>
            <source>Measuring averages</source>
            <translation>평균 가중치 측정 중</translation>
        </message>
        <message>
            <source>Measuring forgetting</source>
            <translation>망각 측정 중</translation>
        </message>
        <message>
            <source>Measuring the engine</source>
            <translation>엔진 측정 중</translation>
        </message>
        <message>
            <source>Measuring the spread of the teacher's states</source>
            <translation>교사 상태의 분포 측정 중</translation>
        </message>
        <message>
            <source>Median</source>
            <translation>중앙값</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>메모리</translation>
        </message>
        <message>
            <source>Merge it into the weights first (merge_and_unload of peft), and save these alone.</source>
            <translation>먼저 가중치에 병합하고(peft의 merge_and_unload) 가중치만 저장하세요.</translation>
        </message>
        <message>
            <source>Messages to the support of an invented shop, written one by one: misspellings, moods, two requests at once, arguable queues, and 3 % wrong labels in the training split.</source>
            <translation>가상의 상점 고객 지원에 보낸 메시지로, 하나하나 직접 썼습니다. 오타, 감정, 한 번에 두 가지 요청, 논란의 여지가 있는 대기열, 그리고 학습 분할에 3 %의 잘못된 레이블이 있습니다.</translation>
        </message>
        <message>
            <source>Method</source>
            <translation>방법</translation>
        </message>
        <message>
            <source>Micro F1</source>
            <translation>마이크로 F1</translation>
        </message>
        <message>
            <source>Micro-batch</source>
            <translation>마이크로배치</translation>
        </message>
        <message>
            <source>Mixout</source>
            <translation>Mixout</translation>
        </message>
        <message>
            <source>Mixout draws</source>
            <translation>Mixout 추출</translation>
        </message>
        <message>
            <source>Model</source>
            <translation>모델</translation>
        </message>
        <message>
            <source>Models</source>
            <translation>모델</translation>
        </message>
        <message>
            <source>More options</source>
            <translation>추가 옵션</translation>
        </message>
        <message>
            <source>Most tokens to predict in a window; 0: as many as the share says. The original: 20 of 128.</source>
            <translation>한 창에서 예측할 토큰의 최대 수입니다. 0: 비율이 정하는 만큼. 원본은 128개 중 20개입니다.</translation>
        </message>
        <message>
            <source>Multi-label classification</source>
            <translation>다중 레이블 분류</translation>
        </message>
        <message>
            <source>Multi-task fine-tuning</source>
            <translation>멀티태스크 미세 조정</translation>
        </message>
        <message>
            <source>Must be a finite number.</source>
            <translation>유한한 수여야 합니다.</translation>
        </message>
        <message>
            <source>Must be a valid boolean.</source>
            <translation>참 또는 거짓이어야 합니다.</translation>
        </message>
        <message>
            <source>Must be a valid integer.</source>
            <translation>정수여야 합니다.</translation>
        </message>
        <message>
            <source>Must be a valid number.</source>
            <translation>숫자여야 합니다.</translation>
        </message>
        <message>
            <source>Must be a valid string.</source>
            <translation>텍스트여야 합니다.</translation>
        </message>
        <message>
            <source>Must be greater than or equal to {least}.</source>
            <translation>{least} 이상이어야 합니다.</translation>
        </message>
        <message>
            <source>Must be greater than {least}.</source>
            <translation>{least}보다 커야 합니다.</translation>
        </message>
        <message>
            <source>Must be less than or equal to {most}.</source>
            <translation>{most} 이하여야 합니다.</translation>
        </message>
        <message>
            <source>Must be less than {most}.</source>
            <translation>{most}보다 작아야 합니다.</translation>
        </message>
        <message>
            <source>Must be {choices}.</source>
            <translation>{choices} 중 하나여야 합니다.</translation>
        </message>
        <message>
            <source>Naive Bayes</source>
            <translation>나이브 베이즈</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>이름</translation>
        </message>
        <message>
            <source>Name --config.</source>
            <translation>--config를 지정하세요.</translation>
        </message>
        <message>
            <source>Name a file in a folder that can be written.</source>
            <translation>쓸 수 있는 폴더의 파일을 지정하세요.</translation>
        </message>
        <message>
            <source>Name a file in it.</source>
            <translation>그 안의 파일을 지정하세요.</translation>
        </message>
        <message>
            <source>Name a file inside it.</source>
            <translation>그 안의 파일을 지정하세요.</translation>
        </message>
        <message>
            <source>Name a file of texts.</source>
            <translation>텍스트의 파일을 지정하세요.</translation>
        </message>
        <message>
            <source>Name a file on disk.</source>
            <translation>디스크의 파일을 지정하세요.</translation>
        </message>
        <message>
            <source>Name a file with the token.</source>
            <translation>토큰이 든 파일을 지정하세요.</translation>
        </message>
        <message>
            <source>Name a file.</source>
            <translation>파일을 지정하세요.</translation>
        </message>
        <message>
            <source>Name a folder of text files.</source>
            <translation>텍스트 파일의 폴더를 지정하세요.</translation>
        </message>
        <message>
            <source>Name a folder with event files of a training.</source>
            <translation>학습의 이벤트 파일이 있는 폴더를 지정하세요.</translation>
        </message>
        <message>
            <source>Name a folder with {file}.</source>
            <translation>{file}이(가) 있는 폴더를 지정하세요.</translation>
        </message>
        <message>
            <source>Name a log.</source>
            <translation>로그를 지정하세요.</translation>
        </message>
        <message>
            <source>Name a login node of the cluster: palimpsest places add NAME slurm host=LOGIN-NODE</source>
            <translation>클러스터의 로그인 노드를 지정하세요: palimpsest places add NAME slurm host=LOGIN-NODE</translation>
        </message>
        <message>
            <source>Name a new file, or give --overwrite.</source>
            <translation>새 파일을 지정하거나 --overwrite를 쓰세요.</translation>
        </message>
        <message>
            <source>Name a new folder.</source>
            <translation>새 폴더를 지정하세요.</translation>
        </message>
        <message>
            <source>Name a place on another disk.</source>
            <translation>다른 디스크의 위치를 지정하세요.</translation>
        </message>
        <message>
            <source>Name a place.</source>
            <translation>실행 위치를 지정하세요.</translation>
        </message>
        <message>
            <source>Name a sep_token in its tokenizer_config.json.</source>
            <translation>tokenizer_config.json에 sep_token을 지정하세요.</translation>
        </message>
        <message>
            <source>Name a smaller file.</source>
            <translation>더 작은 파일을 지정하세요.</translation>
        </message>
        <message>
            <source>Name a trainer_state.json, a Trainer's output folder, or a folder of TensorBoard's event files.</source>
            <translation>trainer_state.json, Trainer의 출력 폴더, TensorBoard 이벤트 파일의 폴더 중 하나를 지정하세요.</translation>
        </message>
        <message>
            <source>Name another column (--set data.split_column=NAME), or none.</source>
            <translation>다른 열을 지정하거나(--set data.split_column=NAME) none으로 두세요.</translation>
        </message>
        <message>
            <source>Name another encoder, or train that one again.</source>
            <translation>다른 인코더를 지정하거나 그것을 다시 학습하세요.</translation>
        </message>
        <message>
            <source>Name another file, or add --overwrite.</source>
            <translation>다른 파일을 지정하거나 --overwrite를 추가하세요.</translation>
        </message>
        <message>
            <source>Name another file, or put a copy back with: palimpsest store restore COPY</source>
            <translation>다른 파일을 지정하거나 사본을 되돌려 놓으세요: palimpsest store restore COPY</translation>
        </message>
        <message>
            <source>Name another file.</source>
            <translation>다른 파일을 지정하세요.</translation>
        </message>
        <message>
            <source>Name another folder with --into.</source>
            <translation>--into로 다른 폴더를 지정하세요.</translation>
        </message>
        <message>
            <source>Name another, or give --overwrite.</source>
            <translation>다른 것을 지정하거나 --overwrite를 쓰세요.</translation>
        </message>
        <message>
            <source>Name another.</source>
            <translation>다른 것을 지정하세요.</translation>
        </message>
        <message>
            <source>Name data or files with running text.</source>
            <translation>이어진 텍스트가 있는 데이터나 파일을 지정하세요.</translation>
        </message>
        <message>
            <source>Name data sets or files with text.</source>
            <translation>텍스트가 있는 데이터셋이나 파일을 지정하세요.</translation>
        </message>
        <message>
            <source>Name files for the others (--set data.test=FILE, --set data.validation=FILE; in the window Test file and Validation file), use more rows, or put rare classes together.</source>
            <translation>나머지에 파일을 지정하거나(--set data.test=FILE, --set data.validation=FILE, 창에서는 테스트 파일과 검증 파일), 행을 더 쓰거나, 드문 클래스를 합치세요.</translation>
        </message>
        <message>
            <source>Name files with text.</source>
            <translation>텍스트가 있는 파일을 지정하세요.</translation>
        </message>
        <message>
            <source>Name format.encoding or its like.</source>
            <translation>format.encoding과 같은 필드를 지정하세요.</translation>
        </message>
        <message>
            <source>Name it with --column.</source>
            <translation>--column으로 지정하세요.</translation>
        </message>
        <message>
            <source>Name it, or 'last'.</source>
            <translation>지정하거나 'last'라고 쓰세요.</translation>
        </message>
        <message>
            <source>Name more text, or a held-out text.</source>
            <translation>텍스트를 더 지정하거나 홀드아웃 텍스트를 지정하세요.</translation>
        </message>
        <message>
            <source>Name more text.</source>
            <translation>텍스트를 더 지정하세요.</translation>
        </message>
        <message>
            <source>Name of an installed spaCy pipeline.</source>
            <translation>설치된 spaCy 파이프라인의 이름입니다.</translation>
        </message>
        <message>
            <source>Name one of its files: {names}.</source>
            <translation>그 파일 중 하나를 지정하세요: {names}.</translation>
        </message>
        <message>
            <source>Name one of {names}.</source>
            <translation>다음 중 하나를 지정하세요: {names}.</translation>
        </message>
        <message>
            <source>Name one with --store.</source>
            <translation>--store로 지정하세요.</translation>
        </message>
        <message>
            <source>Name one with --task: {names}.</source>
            <translation>--task로 하나를 지정하세요: {names}.</translation>
        </message>
        <message>
            <source>Name one.</source>
            <translation>하나를 지정하세요.</translation>
        </message>
        <message>
            <source>Name one: {names}.</source>
            <translation>하나를 지정하세요: {names}.</translation>
        </message>
        <message>
            <source>Name one: {tests}.</source>
            <translation>하나를 지정하세요: {tests}.</translation>
        </message>
        <message>
            <source>Name or 1-based number of the label column; empty: detected.</source>
            <translation>레이블 열의 이름 또는 1부터 시작하는 번호입니다. 비우면 감지합니다.</translation>
        </message>
        <message>
            <source>Name other texts, or set drop_overlap to false.</source>
            <translation>다른 텍스트를 지정하거나 drop_overlap을 false로 하세요.</translation>
        </message>
        <message>
            <source>Name the file itself, or fix the link.</source>
            <translation>파일 자체를 지정하거나 링크를 고치세요.</translation>
        </message>
        <message>
            <source>Name the folder that holds it.</source>
            <translation>파일이 든 폴더를 지정하세요.</translation>
        </message>
        <message>
            <source>Name the format (--set data.format.kind=csv), or check that each row has a text and a label.</source>
            <translation>형식을 지정하거나(--set data.format.kind=csv) 행마다 텍스트와 레이블이 있는지 확인하세요.</translation>
        </message>
        <message>
            <source>Name the label column (--set data.label=NAME; in the window: Label).</source>
            <translation>레이블 열을 지정하세요(--set data.label=NAME, 창에서는 레이블).</translation>
        </message>
        <message>
            <source>Name the label column.</source>
            <translation>레이블 열을 지정하세요.</translation>
        </message>
        <message>
            <source>Name the two text columns (--set data.text=[ONE,OTHER]).</source>
            <translation>텍스트 열 두 개를 지정하세요(--set data.text=[ONE,OTHER]).</translation>
        </message>
        <message>
            <source>Name the two text columns.</source>
            <translation>텍스트 열 두 개를 지정하세요.</translation>
        </message>
        <message>
            <source>Name vocab.txt with --vocab.</source>
            <translation>--vocab으로 vocab.txt를 지정하세요.</translation>
        </message>
        <message>
            <source>Name {little}-le or {big}-be.</source>
            <translation>{little}-le 또는 {big}-be라고 지정하세요.</translation>
        </message>
        <message>
            <source>Names for labels that are numbers, in the order of the numbers; labels that are words have to be among them. Empty: from a file beside the data.</source>
            <translation>숫자로 된 레이블의 이름을 숫자 순서대로 적습니다. 단어로 된 레이블은 그중에 있어야 합니다. 비우면 데이터 옆의 파일에서 읽습니다.</translation>
        </message>
        <message>
            <source>Names or 1-based numbers of the columns that hold the text; empty: detected. With two segments 'title + question' puts columns together.</source>
            <translation>텍스트가 들어 있는 열의 이름 또는 1부터 시작하는 번호입니다. 비우면 감지합니다. 세그먼트가 둘이면 'title + question'으로 열을 합칩니다.</translation>
        </message>
        <message>
            <source>Near-duplicates are not searched for among more than {most} texts.</source>
            <translation>텍스트가 {most}개를 넘어 유사 중복은 찾지 않았습니다.</translation>
        </message>
        <message>
            <source>Needs about {peak} GB of memory, and {free} GB are free on the GPU.</source>
            <translation>메모리가 약 {peak} GB 필요한데 GPU의 여유는 {free} GB입니다.</translation>
        </message>
        <message>
            <source>Needs about {peak} GB of memory, and {free} GB are free on this computer.</source>
            <translation>메모리가 약 {peak} GB 필요한데 이 컴퓨터의 여유는 {free} GB입니다.</translation>
        </message>
        <message>
            <source>Needs up to about {peak} GB of memory, and {free} GB are free on this computer.</source>
            <translation>메모리가 최대 약 {peak} GB 필요한데 이 컴퓨터의 여유는 {free} GB입니다.</translation>
        </message>
        <message>
            <source>Needs up to about {peak} GB of memory, and {free} GB are free on {device}.</source>
            <translation>메모리가 최대 약 {peak} GB 필요한데 {device}의 여유는 {free} GB입니다.</translation>
        </message>
        <message>
            <source>Network from the features to the classes.</source>
            <translation>특징을 클래스로 바꾸는 것입니다.</translation>
        </message>
        <message>
            <source>Never reached: there are only {planned} evaluations.</source>
            <translation>도달하지 않습니다. 평가는 {planned}번뿐입니다.</translation>
        </message>
        <message>
            <source>New weights (head, random encoder).</source>
            <translation>새 가중치(헤드, 무작위 인코더).</translation>
        </message>
        <message>
            <source>Next-sentence Brier score</source>
            <translation>다음 문장 브라이어 점수</translation>
        </message>
        <message>
            <source>Next-sentence F1</source>
            <translation>다음 문장 F1</translation>
        </message>
        <message>
            <source>Next-sentence Hamming loss</source>
            <translation>다음 문장 해밍 손실</translation>
        </message>
        <message>
            <source>Next-sentence MAE</source>
            <translation>다음 문장 MAE</translation>
        </message>
        <message>
            <source>Next-sentence Matthews correlation</source>
            <translation>다음 문장 매슈스 상관</translation>
        </message>
        <message>
            <source>Next-sentence RMSE</source>
            <translation>다음 문장 RMSE</translation>
        </message>
        <message>
            <source>Next-sentence ROC AUC</source>
            <translation>다음 문장 ROC AUC</translation>
        </message>
        <message>
            <source>Next-sentence R²</source>
            <translation>다음 문장 R²</translation>
        </message>
        <message>
            <source>Next-sentence Spearman correlation</source>
            <translation>다음 문장 스피어만 상관</translation>
        </message>
        <message>
            <source>Next-sentence accuracy</source>
            <translation>다음 문장 정확도</translation>
        </message>
        <message>
            <source>Next-sentence average precision</source>
            <translation>다음 문장 평균 정밀도(AP)</translation>
        </message>
        <message>
            <source>Next-sentence balanced accuracy</source>
            <translation>다음 문장 균형 정확도</translation>
        </message>
        <message>
            <source>Next-sentence calibration error</source>
            <translation>다음 문장 보정 오차</translation>
        </message>
        <message>
            <source>Next-sentence error</source>
            <translation>다음 문장 오류율</translation>
        </message>
        <message>
            <source>Next-sentence label ranking average precision</source>
            <translation>다음 문장 레이블 순위 평균 정밀도</translation>
        </message>
        <message>
            <source>Next-sentence loss</source>
            <translation>다음 문장 손실</translation>
        </message>
        <message>
            <source>Next-sentence macro F1</source>
            <translation>다음 문장 매크로 F1</translation>
        </message>
        <message>
            <source>Next-sentence mean distance in ranks</source>
            <translation>다음 문장 평균 등급 거리</translation>
        </message>
        <message>
            <source>Next-sentence micro F1</source>
            <translation>다음 문장 마이크로 F1</translation>
        </message>
        <message>
            <source>Next-sentence perplexity</source>
            <translation>다음 문장 퍼플렉서티</translation>
        </message>
        <message>
            <source>Next-sentence precision</source>
            <translation>다음 문장 정밀도</translation>
        </message>
        <message>
            <source>Next-sentence quadratic weighted kappa</source>
            <translation>다음 문장 이차 가중 카파</translation>
        </message>
        <message>
            <source>Next-sentence recall</source>
            <translation>다음 문장 재현율</translation>
        </message>
        <message>
            <source>Next-sentence subset accuracy</source>
            <translation>다음 문장 부분집합 정확도</translation>
        </message>
        <message>
            <source>Next-sentence weighted F1</source>
            <translation>다음 문장 가중 F1</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/summary.py" />
            <source>No data set yet</source>
            <translation>아직 데이터셋 없음</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>No duplicate texts</source>
            <translation>중복 텍스트 없음</translation>
        </message>
        <message>
            <source>No heartbeat from {host} for {minutes} minutes.</source>
            <translation>{host}에서 {minutes}분 동안 하트비트가 없습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>No other program opens it; README.txt has the lines of Python that restore its weights.</source>
            <translation>다른 프로그램은 열지 못합니다. README.txt에 가중치를 복원하는 Python 코드가 있습니다.</translation>
        </message>
        <message>
            <source>No stage after it learns classes, so there will be no test error.</source>
            <translation>이후에 클래스를 학습하는 단계가 없어 테스트 오류율이 나오지 않습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/multitask.py" />
            <source>No task yet</source>
            <translation>아직 태스크 없음</translation>
        </message>
        <message>
            <source>No teacher.</source>
            <translation>교사가 없습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>No text has other labels in another row</source>
            <translation>다른 행에서 다른 레이블을 가진 텍스트 없음</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>No text is in two splits</source>
            <translation>두 분할에 함께 있는 텍스트 없음</translation>
        </message>
        <message>
            <source>No text was truncated.</source>
            <translation>잘린 텍스트가 없습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>No text with two labels</source>
            <translation>레이블이 두 개인 텍스트 없음</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>No text yet</source>
            <translation>아직 텍스트 없음</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>No traces of a wrong encoding</source>
            <translation>잘못된 인코딩의 흔적 없음</translation>
        </message>
        <message>
            <source>No training row has these declared classes: {classes}.</source>
            <translation>선언된 다음 클래스의 학습 행이 없습니다: {classes}.</translation>
        </message>
        <message>
            <source>No trial meets {bound}.</source>
            <translation>{bound}을(를) 만족한 시행이 없습니다.</translation>
        </message>
        <message>
            <source>No weight is held back.</source>
            <translation>어떤 가중치도 붙잡지 않습니다.</translation>
        </message>
        <message>
            <source>None</source>
            <translation>없음</translation>
        </message>
        <message>
            <source>None are stored: the run has not been tested yet, or its data have no test split.</source>
            <translation>저장된 것이 없습니다. 아직 테스트하지 않았거나 데이터에 테스트 분할이 없습니다.</translation>
        </message>
        <message>
            <source>Norm that is clipped: of all parameters together, or of each tensor by itself.</source>
            <translation>노름을 제한하는 대상: 모든 매개변수를 함께, 또는 텐서마다 따로.</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/paper/table.py" />
            <source>Not as published, but with {settings}.</source>
            <translation>발표된 설정이 아니라 {settings}(으)로 실행했습니다.</translation>
        </message>
        <message>
            <source>Not measured: the vocabulary of {encoder} has no [MASK] token.</source>
            <translation>측정하지 않음: {encoder}의 어휘에 [MASK] 토큰이 없습니다.</translation>
        </message>
        <message>
            <source>Not on the hub in the paper's form: choose a copy of your own. The paper takes the class from the address of the page, 9,000 training and 1,000 test texts each.</source>
            <translation>논문이 쓴 형태로는 허브에 없습니다. 직접 가진 사본을 지정하세요. 논문은 페이지 주소에서 클래스를 얻으며, 클래스마다 학습 텍스트 9,000개와 테스트 텍스트 1,000개가 있습니다.</translation>
        </message>
        <message>
            <source>Not read, since a split is one file: {names}.</source>
            <translation>분할 하나는 파일 하나이므로 읽지 않은 파일: {names}.</translation>
        </message>
        <message>
            <source>Notes</source>
            <translation>메모</translation>
        </message>
        <message>
            <source>Nothing</source>
            <translation>없음</translation>
        </message>
        <message>
            <source>Nothing can be learnt from it.</source>
            <translation>여기서는 아무것도 학습할 수 없습니다.</translation>
        </message>
        <message>
            <source>Nothing is copied: everything it reads comes with every installation.</source>
            <translation>아무것도 복사하지 않습니다. 읽는 것은 모두 설치에 들어 있습니다.</translation>
        </message>
        <message>
            <source>Nothing is counted for or against the paper.</source>
            <translation>논문을 뒷받침하거나 반박하는 근거로 세지 않습니다.</translation>
        </message>
        <message>
            <source>Nothing is left of it.</source>
            <translation>아무것도 남기지 않았습니다.</translation>
        </message>
        <message>
            <source>Nothing is lost.</source>
            <translation>잃은 것은 없습니다.</translation>
        </message>
        <message>
            <source>Nothing was changed.</source>
            <translation>아무것도 바꾸지 않았습니다.</translation>
        </message>
        <message>
            <source>Number</source>
            <translation>번호</translation>
        </message>
        <message>
            <source>Number of cuts of each training text in an epoch.</source>
            <translation>한 에폭에서 학습 텍스트마다 자르는 횟수입니다.</translation>
        </message>
        <message>
            <source>Number of evenly spaced measurements in each stage, besides those at its beginning, evaluations and end.</source>
            <translation>시작, 평가, 끝 외에 각 단계를 고른 간격으로 몇 번 측정하는지입니다.</translation>
        </message>
        <message>
            <source>Number of layers unfrozen at a time. A deep encoder needs more of them, or more epochs.</source>
            <translation>한 번에 동결을 푸는 층의 수입니다. 깊은 인코더에는 이 값이나 에폭이 더 많이 필요합니다.</translation>
        </message>
        <message>
            <source>Number of layers, from the bottom, that are frozen together with the embeddings.</source>
            <translation>임베딩과 함께 동결하는 층의 수로, 아래에서부터 셉니다.</translation>
        </message>
        <message>
            <source>Number of training texts of each earlier task kept for replay, drawn once; 0: all.</source>
            <translation>리플레이를 위해 이전 태스크마다 보관하는 학습 텍스트의 수로, 한 번만 뽑습니다. 0: 모두.</translation>
        </message>
        <message>
            <source>Number of weighted sums over the tokens that are concatenated.</source>
            <translation>토큰에 대한 가중합을 몇 개 이어 붙이는지입니다.</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>ONNX</source>
            <translation>ONNX</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>ONNX runtimes, without torch and transformers</source>
            <translation>torch와 transformers 없이 ONNX 런타임</translation>
        </message>
        <message>
            <source>Objective</source>
            <translation>목적 함수</translation>
        </message>
        <message>
            <source>Of a text with more, only the first ones and the last are read; 0: all.</source>
            <translation>조각이 더 많은 텍스트는 처음 조각들과 마지막 조각을 읽습니다. 0: 아무리 많아도 모두.</translation>
        </message>
        <message>
            <source>Of all weights but biases and layer normalisation. The text does not mention it.</source>
            <translation>편향과 층 정규화를 뺀 모든 가중치에 적용합니다. 본문에는 언급이 없습니다.</translation>
        </message>
        <message>
            <source>Of each run.</source>
            <translation>각 실행의 개수.</translation>
        </message>
        <message>
            <source>Of earlier tasks' heads where there are any, else of the masked-word head; or always the latter.</source>
            <translation>이전 태스크의 헤드가 있으면 그 응답, 없으면 마스킹된 단어 헤드의 응답. 또는 항상 후자.</translation>
        </message>
        <message>
            <source>Of its SSH server.</source>
            <translation>SSH 서버의 포트입니다.</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>Of some runs the last update was tested: no validation labels chose the checkpoint.</source>
            <translation>일부 실행은 마지막 업데이트를 테스트했습니다: 검증 레이블로 체크포인트를 선택하지 않았습니다.</translation>
        </message>
        <message>
            <source>Of the effective number (1 − βⁿ)/(1 − β) of a class of n texts: 0 weighs all classes as they are, towards 1 as balanced weights do.</source>
            <translation>텍스트가 n개인 클래스의 유효 수 (1 − βⁿ)/(1 − β)의 β입니다. 0이면 모든 클래스를 있는 그대로, 1에 가까우면 균형 가중치처럼 반영합니다.</translation>
        </message>
        <message>
            <source>Of the login node's SSH server.</source>
            <translation>로그인 노드 SSH 서버의 포트입니다.</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/paper/contrasts.py" />
            <source>Of {n} contrasts outside the noise of the paper's test texts, ours agree in {agrees}, disagree in {disagrees} ({smaller} of these too small) and are inconclusive in {open}; {rest} not run.</source>
            <translation>논문의 테스트 텍스트 노이즈를 벗어난 대비 {n}개 중 우리 결과는 {agrees}개에서 일치하고, {disagrees}개에서 불일치하며(그중 {smaller}개는 차이가 너무 작음), {open}개에서 판단할 수 없습니다. {rest}개는 실행하지 않았습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/wording.py" />
            <source>Off</source>
            <translation>끔</translation>
        </message>
        <message>
            <source>Off: frozen parts run without dropout, so that their outputs for a text never change and can be kept (Keep frozen).</source>
            <translation>끔: 동결된 부분이 드롭아웃 없이 실행되어, 한 텍스트에 대한 출력이 변하지 않으므로 보관할 수 있습니다(동결 출력 보관).</translation>
        </message>
        <message>
            <source>Off: none of the following is measured.</source>
            <translation>끔: 아래의 어떤 것도 측정하지 않습니다.</translation>
        </message>
        <message>
            <source>Offline, use palimpsest-tiny or a local folder.</source>
            <translation>오프라인이면 palimpsest-tiny나 로컬 폴더를 쓰세요.</translation>
        </message>
        <message>
            <source>Omit --kind.</source>
            <translation>--kind를 빼세요.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/wording.py" />
            <source>On</source>
            <translation>켬</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>On each of these {splits} test splits, runs of only one strategy have been tested.</source>
            <translation>이 테스트 분할 {splits}개에서는 각각 한 전략의 실행만 테스트되었습니다.</translation>
        </message>
        <message>
            <source>On the command line, --again adds its runs once more.</source>
            <translation>명령줄에서 --again을 쓰면 실행을 한 번 더 추가합니다.</translation>
        </message>
        <message>
            <source>On the other computer: palimpsest places add NAME ssh host=THIS-MACHINE</source>
            <translation>다른 컴퓨터에서: palimpsest places add NAME ssh host=THIS-MACHINE</translation>
        </message>
        <message>
            <source>One JSON object per line; its keys are the columns.</source>
            <translation>한 줄에 JSON 객체 하나이며, 그 키가 열입니다.</translation>
        </message>
        <message>
            <source>One class</source>
            <translation>클래스 하나</translation>
        </message>
        <message>
            <source>One file per text, one folder per class, maybe within folders called train and test.</source>
            <translation>텍스트마다 파일 하나, 클래스마다 폴더 하나이며, train과 test라는 폴더 안에 있어도 됩니다.</translation>
        </message>
        <message>
            <source>One layer, several, or the pooler as features (Sun et al. 2019, Table 3), on the generated headlines.</source>
            <translation>특징으로 한 층, 여러 층, 또는 풀러를 쓰는 비교(Sun et al. 2019, 표 3), 생성된 헤드라인에서.</translation>
        </message>
        <message>
            <source>One question has a byte that is not UTF-8: the files are Latin-1.</source>
            <translation>한 질문에 UTF-8이 아닌 바이트가 있습니다. 파일은 Latin-1입니다.</translation>
        </message>
        <message>
            <source>One run: an encoder, an ordered list of stages, and how to compute them.</source>
            <translation>한 번의 실행: 인코더, 순서가 있는 단계 목록, 그리고 계산 방법.</translation>
        </message>
        <message>
            <source>Only affects the weights of {title}, because the encoder's own weights do not change.</source>
            <translation>{title}의 가중치에만 영향을 줍니다. 인코더 자체의 가중치는 움직이지 않기 때문입니다.</translation>
        </message>
        <message>
            <source>Only evaluations whose measure is at least the bound, as soon as there is one; until then the nearest to it.</source>
            <translation>측정값이 한계 이상인 평가가 나오면 그중에서만 고릅니다. 그때까지는 한계에 가장 가까운 것입니다.</translation>
        </message>
        <message>
            <source>Only evaluations whose measure is at most the bound, as soon as there is one; until then the nearest to it.</source>
            <translation>측정값이 한계 이하인 평가가 나오면 그중에서만 고릅니다. 그때까지는 한계에 가장 가까운 것입니다.</translation>
        </message>
        <message>
            <source>Only queued runs can be moved.</source>
            <translation>대기열에 있는 실행만 옮길 수 있습니다.</translation>
        </message>
        <message>
            <source>Only the new task is trained.</source>
            <translation>새 태스크만 학습합니다.</translation>
        </message>
        <message>
            <source>Only the terms that occur most often in the training texts are counted.</source>
            <translation>학습 텍스트에 가장 자주 나오는 단어만 셉니다.</translation>
        </message>
        <message>
            <source>Open it again on the Data page.</source>
            <translation>데이터 페이지에서 다시 열어 새로 읽으세요.</translation>
        </message>
        <message>
            <source>Optimisation</source>
            <translation>최적화</translation>
        </message>
        <message>
            <source>Optimiser</source>
            <translation>옵티마이저</translation>
        </message>
        <message>
            <source>Or write all rows, with their labels, to one.</source>
            <translation>또는 모든 행을 레이블과 함께 파일 하나에 쓰세요.</translation>
        </message>
        <message>
            <source>Order</source>
            <translation>순서</translation>
        </message>
        <message>
            <source>Order of the training texts.</source>
            <translation>학습 텍스트의 순서.</translation>
        </message>
        <message>
            <source>Ordered classes</source>
            <translation>순서가 있는 클래스</translation>
        </message>
        <message>
            <source>Ordinal classification</source>
            <translation>순서형 분류</translation>
        </message>
        <message>
            <source>Ordinary characters</source>
            <translation>일반 문자</translation>
        </message>
        <message>
            <source>Ours: mean ± half the 95 % interval over seeds, on these texts (number of runs); of a single run Wilson's interval over texts, with this seed.</source>
            <translation>우리 값: 평균 ± 이 텍스트에서 시드에 대한 95 % 구간의 절반(실행 수). 실행이 하나면 이 시드에서 텍스트에 대한 Wilson 구간.</translation>
        </message>
        <message>
            <source>Out of memory at step {step}.</source>
            <translation>스텝 {step}에서 메모리가 부족했습니다.</translation>
        </message>
        <message>
            <source>Out of memory while a checkpoint was saved, at step {step}.</source>
            <translation>스텝 {step}에서 체크포인트를 저장하는 동안 메모리가 부족했습니다.</translation>
        </message>
        <message>
            <source>Out of memory while forgetting was measured, at step {step}.</source>
            <translation>스텝 {step}에서 망각을 측정하는 동안 메모리가 부족했습니다.</translation>
        </message>
        <message>
            <source>Out of memory while it was evaluated, at step {step}.</source>
            <translation>스텝 {step}에서 평가하는 동안 메모리가 부족했습니다.</translation>
        </message>
        <message>
            <source>Out of memory while it was prepared.</source>
            <translation>준비하는 동안 메모리가 부족했습니다.</translation>
        </message>
        <message>
            <source>Out of memory while its data was read.</source>
            <translation>데이터를 읽는 동안 메모리가 부족했습니다.</translation>
        </message>
        <message>
            <source>Out of memory while its encoder was loaded.</source>
            <translation>인코더를 불러오는 동안 메모리가 부족했습니다.</translation>
        </message>
        <message>
            <source>Out of memory {where}: {reason}</source>
            <translation>메모리 부족({where}): {reason}</translation>
        </message>
        <message>
            <source>Overlap</source>
            <translation>겹침</translation>
        </message>
        <message>
            <source>PALIMPSEST_HOME there: a folder on a disk that login node and compute nodes share. Empty: its own choice.</source>
            <translation>그곳의 PALIMPSEST_HOME: 로그인 노드와 계산 노드가 공유하는 디스크의 폴더. 비우면 그곳의 기본값.</translation>
        </message>
        <message>
            <source>PALIMPSEST_HOME there: a folder on a large disk. Empty: its own choice.</source>
            <translation>그곳의 PALIMPSEST_HOME: 큰 디스크의 폴더. 비우면 그곳의 기본값.</translation>
        </message>
        <message>
            <source>Packed</source>
            <translation>패킹</translation>
        </message>
        <message>
            <source>Packing files</source>
            <translation>파일 묶는 중</translation>
        </message>
        <message>
            <source>Padded</source>
            <translation>패딩 사용</translation>
        </message>
        <message>
            <source>Padding</source>
            <translation>패딩</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>Palimpsest</source>
            <translation>Palimpsest</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>Palimpsest alone, whatever the head</source>
            <translation>헤드와 상관없이 Palimpsest만</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>Palimpsest alone; the encoder takes a quarter of the space</source>
            <translation>Palimpsest만, 인코더가 차지하는 공간은 4분의 1</translation>
        </message>
        <message>
            <source>Palimpsest classifies whole texts: each row needs a text and one label for all of it.</source>
            <translation>Palimpsest는 텍스트 전체를 분류합니다. 행마다 텍스트 하나와 그 전체에 대한 레이블 하나가 필요합니다.</translation>
        </message>
        <message>
            <source>Palimpsest reads BERT's own TensorFlow checkpoints, and PyTorch state dicts with BERT's names.</source>
            <translation>BERT 고유의 TensorFlow 체크포인트와 BERT의 이름을 쓰는 PyTorch state dict를 읽습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>Palimpsest, 8 bits</source>
            <translation>Palimpsest, 8비트</translation>
        </message>
        <message>
            <location filename="../../engine/spec/presets/published.py" />
            <source>Paper's text: {text}; its code: {code}</source>
            <translation>논문 본문: {text}, 논문 코드: {code}</translation>
        </message>
        <message>
            <source>Paper: {source}, {trust}; single runs.</source>
            <translation>논문: {source}, {trust}. 단일 실행.</translation>
        </message>
        <message>
            <source>Parquet</source>
            <translation>Parquet</translation>
        </message>
        <message>
            <source>Part of the loss, as published; or decoupled like weight decay, w ← w − η α (w − w⁰), which Adam does not rescale.</source>
            <translation>공개된 방식처럼 손실의 일부로 쓰거나, 가중치 감쇠처럼 분리합니다: w ← w − η α (w − w⁰). 분리하면 Adam이 크기를 다시 조정하지 않습니다.</translation>
        </message>
        <message>
            <source>Partition</source>
            <translation>파티션</translation>
        </message>
        <message>
            <source>Parts of the encoder whose weights do not change.</source>
            <translation>인코더에서 가중치를 유지할 부분입니다.</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>Pass top_k=None: a text has every label whose score is 0.5 or more.</source>
            <translation>top_k=None을 주세요. 점수가 0.5 이상인 레이블이 모두 그 텍스트의 것입니다.</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>Pass truncation=True: it was trained on texts of up to {n} tokens.</source>
            <translation>truncation=True를 주세요. 최대 {n}토큰의 텍스트로 학습되었습니다.</translation>
        </message>
        <message>
            <source>Passages</source>
            <translation>구절</translation>
        </message>
        <message>
            <source>Passages are cut to the {positions} tokens that {encoder} reads.</source>
            <translation>구절은 {encoder}이(가) 읽는 {positions}개 토큰으로 잘립니다.</translation>
        </message>
        <message>
            <source>Passes over the training split; the last one may be partial.</source>
            <translation>학습 분할을 도는 횟수입니다. 마지막은 일부만 돌 수 있습니다.</translation>
        </message>
        <message>
            <source>Patience</source>
            <translation>인내 횟수</translation>
        </message>
        <message>
            <source>Penalises the distance of the weights from their values at the beginning of the stage.</source>
            <translation>가중치를 단계 시작 시의 값으로 되돌아가도록 당깁니다.</translation>
        </message>
        <message>
            <source>Per direction.</source>
            <translation>방향마다.</translation>
        </message>
        <message>
            <source>Percent of decisions, one for each text and label, that are wrong (Tsoumakas &amp; Katakis 2007).</source>
            <translation>텍스트와 레이블마다 하나씩인 결정 중 틀린 백분율입니다(Tsoumakas &amp; Katakis 2007).</translation>
        </message>
        <message>
            <source>Percentage of correct answers: 100 minus the error.</source>
            <translation>맞은 답의 백분율입니다: 100에서 오류율을 뺀 값.</translation>
        </message>
        <message>
            <source>Percentage of texts whose class is predicted wrongly.</source>
            <translation>클래스를 잘못 예측한 텍스트의 백분율입니다.</translation>
        </message>
        <message>
            <source>Percentage of texts whose predicted labels are exactly the true ones (exact match).</source>
            <translation>예측한 레이블이 참 레이블과 정확히 일치하는 텍스트의 비율(완전 일치).</translation>
        </message>
        <message>
            <source>Perplexity</source>
            <translation>퍼플렉서티</translation>
        </message>
        <message>
            <source>Pipeline</source>
            <translation>파이프라인</translation>
        </message>
        <message>
            <source>Plain text files or folders of them, UTF-8; an empty line ends a document.</source>
            <translation>UTF-8 일반 텍스트 파일 또는 그 폴더입니다. 빈 줄이 문서를 끝냅니다.</translation>
        </message>
        <message>
            <source>Points</source>
            <translation>측정 지점</translation>
        </message>
        <message>
            <source>Points are skipped while measuring takes more than this; beginning and end are always measured. 100: none is skipped.</source>
            <translation>측정에 이보다 많은 시간이 들면 지점을 건너뜁니다. 시작과 끝은 항상 측정합니다. 100: 건너뛰지 않음.</translation>
        </message>
        <message>
            <source>Polling interval</source>
            <translation>조회 간격</translation>
        </message>
        <message>
            <source>Pool</source>
            <translation>풀</translation>
        </message>
        <message>
            <source>Port</source>
            <translation>포트</translation>
        </message>
        <message>
            <source>Positive weights</source>
            <translation>양성 가중치</translation>
        </message>
        <message>
            <source>Pre-trained</source>
            <translation>사전 학습됨</translation>
        </message>
        <message>
            <source>Pre-trained or not</source>
            <translation>사전 학습 여부</translation>
        </message>
        <message>
            <source>Precision</source>
            <translation>정밀도</translation>
        </message>
        <message>
            <source>Precision of each class: percentage of the texts predicted as it that belong to it.</source>
            <translation>클래스별로, 그 클래스로 예측된 텍스트 중 실제로 그 클래스인 백분율입니다.</translation>
        </message>
        <message>
            <source>Predicting labels by words</source>
            <translation>단어로 라벨 예측 중</translation>
        </message>
        <message>
            <source>Preset</source>
            <translation>프리셋</translation>
        </message>
        <message>
            <source>Pretraining</source>
            <translation>사전 학습</translation>
        </message>
        <message>
            <source>Probabilities need two or more.</source>
            <translation>확률에는 둘 이상이 필요합니다.</translation>
        </message>
        <message>
            <source>Probabilities of classes</source>
            <translation>클래스의 확률</translation>
        </message>
        <message>
            <source>Probes</source>
            <translation>프로브</translation>
        </message>
        <message>
            <source>Program</source>
            <translation>프로그램</translation>
        </message>
        <message>
            <source>Proportional to size</source>
            <translation>크기에 비례</translation>
        </message>
        <message>
            <source>Pruned at step {step}: {reason}.</source>
            <translation>스텝 {step}에서 가지치기: {reason}.</translation>
        </message>
        <message>
            <source>Pulls to random weights: the encoder is untrained.</source>
            <translation>무작위 가중치로 끌어당깁니다. 인코더가 학습되지 않았습니다.</translation>
        </message>
        <message>
            <source>Put a copy back with: palimpsest store restore COPY (see {place}).</source>
            <translation>사본을 되돌려 놓으세요: palimpsest store restore COPY ({place} 참고).</translation>
        </message>
        <message>
            <source>Put a copy back with: palimpsest store restore COPY (see {store}).</source>
            <translation>사본을 되돌려 놓으세요: palimpsest store restore COPY ({store} 참고).</translation>
        </message>
        <message>
            <source>Put a copy of it back with: palimpsest store restore COPY</source>
            <translation>사본을 되돌려 놓으세요: palimpsest store restore COPY</translation>
        </message>
        <message>
            <source>Put all files of the checkpoint into one folder.</source>
            <translation>체크포인트의 모든 파일을 한 폴더에 두세요.</translation>
        </message>
        <message>
            <source>Put it back, or name another.</source>
            <translation>되돌려 놓거나 다른 것을 지정하세요.</translation>
        </message>
        <message>
            <source>Put one into a file and name it with --token-file, or leave --host out.</source>
            <translation>토큰을 파일에 넣어 --token-file로 지정하거나 --host를 빼세요.</translation>
        </message>
        <message>
            <source>Put the data back as it was, or train again.</source>
            <translation>데이터를 원래대로 되돌리거나 다시 학습하세요.</translation>
        </message>
        <message>
            <source>Put the encoder back where it was.</source>
            <translation>인코더를 원래 자리에 되돌려 놓으세요.</translation>
        </message>
        <message>
            <source>Put the file back where it was.</source>
            <translation>파일을 원래 자리에 되돌려 놓으세요.</translation>
        </message>
        <message>
            <source>Put the former file back, or give --anyway to train on what is there now.</source>
            <translation>이전 파일을 되돌려 놓거나, 지금 있는 것으로 학습하려면 --anyway를 쓰세요.</translation>
        </message>
        <message>
            <source>Put the former one back, or give --anyway to train on what is there now.</source>
            <translation>이전 것을 되돌려 놓거나, 지금 있는 것으로 학습하려면 --anyway를 쓰세요.</translation>
        </message>
        <message>
            <source>Put the token into it.</source>
            <translation>토큰을 넣으세요.</translation>
        </message>
        <message>
            <source>Puts weights back to random ones: the encoder is untrained.</source>
            <translation>가중치를 무작위 값으로 되돌립니다. 인코더가 학습되지 않았습니다.</translation>
        </message>
        <message>
            <source>QOS</source>
            <translation>QOS</translation>
        </message>
        <message>
            <source>Quadratic weighted kappa</source>
            <translation>이차 가중 카파</translation>
        </message>
        <message>
            <source>Quality of service. Empty: your default.</source>
            <translation>서비스 품질입니다. 비우면 사용자의 기본값입니다.</translation>
        </message>
        <message>
            <source>Quantising</source>
            <translation>양자화 중</translation>
        </message>
        <message>
            <source>Queries and values</source>
            <translation>쿼리와 값</translation>
        </message>
        <message>
            <source>Question title and body are the first segment, the best answer the second.</source>
            <translation>질문 제목과 본문이 첫 세그먼트, 가장 좋은 답변이 둘째 세그먼트입니다.</translation>
        </message>
        <message>
            <source>Questions</source>
            <translation>질문</translation>
        </message>
        <message>
            <source>Questions with a coarse and a fine label.</source>
            <translation>대분류와 소분류 레이블이 있는 질문.</translation>
        </message>
        <message>
            <source>Queue the run again to train on what is there now, or put the former file back.</source>
            <translation>지금 있는 것으로 학습하려면 실행을 다시 대기열에 넣고, 아니면 이전 파일을 되돌려 놓으세요.</translation>
        </message>
        <message>
            <source>Quickstart</source>
            <translation>Quickstart</translation>
        </message>
        <message>
            <source>Quote fields that contain the delimiter, or set delimiter and quotes (--set data.format.delimiter=tab, data.format.quoting=off; in the window: Delimiter, Quotes).</source>
            <translation>구분자가 들어 있는 필드를 따옴표로 묶거나, 구분자와 따옴표를 설정하세요(--set data.format.delimiter=tab, data.format.quoting=off, 창에서는 구분자, 따옴표).</translation>
        </message>
        <message>
            <source>Quote texts that hold the delimiter, or set it (--set data.format.delimiter=tab; in the window: Delimiter).</source>
            <translation>구분자가 들어 있는 텍스트를 따옴표로 묶거나 구분자를 설정하세요(--set data.format.delimiter=tab, 창에서는 구분자).</translation>
        </message>
        <message>
            <source>Quotes</source>
            <translation>따옴표</translation>
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
            <translation>무작위</translation>
        </message>
        <message>
            <source>Random (untrained twin)</source>
            <translation>무작위(학습하지 않은 쌍둥이)</translation>
        </message>
        <message>
            <source>Random cut into two segments</source>
            <translation>두 세그먼트로 무작위 자르기</translation>
        </message>
        <message>
            <source>Random next</source>
            <translation>무작위 다음 문장</translation>
        </message>
        <message>
            <source>Rank r</source>
            <translation>랭크 r</translation>
        </message>
        <message>
            <source>Rate</source>
            <translation>학습률</translation>
        </message>
        <message>
            <source>Rate after the head</source>
            <translation>헤드 이후 학습률</translation>
        </message>
        <message>
            <source>Rate then</source>
            <translation>이후 학습률</translation>
        </message>
        <message>
            <source>Ratio</source>
            <translation>비율</translation>
        </message>
        <message>
            <source>Re-initialise</source>
            <translation>재초기화</translation>
        </message>
        <message>
            <source>Re-initialise at most {layers}.</source>
            <translation>최대 {layers}개 층을 새로 초기화하세요.</translation>
        </message>
        <message>
            <source>Re-initialised layers are held at their random values.</source>
            <translation>새로 초기화한 층은 초기화된 자리에 붙잡힙니다.</translation>
        </message>
        <message>
            <source>ReLU</source>
            <translation>ReLU</translation>
        </message>
        <message>
            <source>Read a part of it.</source>
            <translation>일부만 읽으세요.</translation>
        </message>
        <message>
            <source>Read a smaller part of it.</source>
            <translation>더 작은 부분을 읽으세요.</translation>
        </message>
        <message>
            <source>Read it once on the Data page or with 'palimpsest data inspect', which download it.</source>
            <translation>데이터 페이지나 palimpsest data inspect로 한 번 읽으면 내려받습니다.</translation>
        </message>
        <message>
            <source>Read lists of labels as such (--set data.target.kind=labels; in the window: Labels are).</source>
            <translation>레이블 목록으로 읽으세요(--set data.target.kind=labels, 창에서는 레이블 종류).</translation>
        </message>
        <message>
            <source>Read the last layer, or choose another policy.</source>
            <translation>마지막 층을 읽거나 다른 정책을 고르세요.</translation>
        </message>
        <message>
            <source>Read the training split only.</source>
            <translation>학습 분할만 읽으세요.</translation>
        </message>
        <message>
            <source>Read them as such (--set data.target.kind=labels --set 'data.target.delimiter=|'; in the window: Labels are).</source>
            <translation>그렇게 읽으세요(--set data.target.kind=labels --set 'data.target.delimiter=|', 창에서는 레이블 종류).</translation>
        </message>
        <message>
            <source>Read them as {labels}, or choose another objective.</source>
            <translation>{labels}(으)로 읽거나 다른 목적 함수를 고르세요.</translation>
        </message>
        <message>
            <source>Reading general text</source>
            <translation>일반 텍스트 읽는 중</translation>
        </message>
        <message>
            <source>Reading the data set</source>
            <translation>데이터 세트 읽는 중</translation>
        </message>
        <message>
            <source>Reading the encoder after</source>
            <translation>이후 인코더 읽는 중</translation>
        </message>
        <message>
            <source>Reading the encoder before</source>
            <translation>이전 인코더 읽는 중</translation>
        </message>
        <message>
            <source>Reading the texts with {name}</source>
            <translation>{name}(으)로 텍스트 읽는 중</translation>
        </message>
        <message>
            <source>Reading the {split} split</source>
            <translation>{split} 분할 읽는 중</translation>
        </message>
        <message>
            <source>Reading {name}</source>
            <translation>{name} 읽는 중</translation>
        </message>
        <message>
            <source>Reading {name} (MB)</source>
            <translation>{name} 읽는 중 (MB)</translation>
        </message>
        <message>
            <source>Recall</source>
            <translation>재현율</translation>
        </message>
        <message>
            <source>Recall of each class: percentage of its texts that are predicted as it.</source>
            <translation>클래스별로, 그 클래스의 텍스트 중 그 클래스로 예측된 백분율입니다.</translation>
        </message>
        <message>
            <source>Recipe</source>
            <translation>레시피</translation>
        </message>
        <message>
            <source>Recipes with a table: {known}.</source>
            <translation>표가 있는 것: {known}.</translation>
        </message>
        <message>
            <source>Recompute</source>
            <translation>재계산</translation>
        </message>
        <message>
            <source>Recompute activations, shorten the texts (Length), choose a smaller encoder, or train less of it (freezing, an adapter).</source>
            <translation>활성값을 다시 계산하거나, 텍스트를 줄이거나(길이), 더 작은 인코더를 고르거나, 학습할 부분을 줄이세요(동결, 어댑터).</translation>
        </message>
        <message>
            <source>Refuse</source>
            <translation>거부</translation>
        </message>
        <message>
            <source>Register your own copy: palimpsest data register {name} FOLDER.</source>
            <translation>가지고 있는 사본을 등록하세요: palimpsest data register {name} FOLDER.</translation>
        </message>
        <message>
            <source>Regression</source>
            <translation>회귀</translation>
        </message>
        <message>
            <source>Regression needs different numbers.</source>
            <translation>회귀에는 서로 다른 수가 필요합니다.</translation>
        </message>
        <message>
            <source>Regularisation</source>
            <translation>규제</translation>
        </message>
        <message>
            <source>Remember</source>
            <translation>기억할 것</translation>
        </message>
        <message>
            <source>Remember general text instead.</source>
            <translation>대신 일반 텍스트를 기억하게 하세요.</translation>
        </message>
        <message>
            <source>Remember general text.</source>
            <translation>일반 텍스트를 기억하게 하세요.</translation>
        </message>
        <message>
            <source>Remove the cells outside the table.</source>
            <translation>표 밖의 칸을 지우세요.</translation>
        </message>
        <message>
            <source>Remove the file.</source>
            <translation>파일을 지우세요.</translation>
        </message>
        <message>
            <source>Rename it, or leave inputs and models out.</source>
            <translation>이름을 바꾸거나 입력과 모델을 빼세요.</translation>
        </message>
        <message>
            <source>Rename the file or folder.</source>
            <translation>파일이나 폴더의 이름을 바꾸세요.</translation>
        </message>
        <message>
            <source>Rename the file, or fix it.</source>
            <translation>파일의 이름을 바꾸거나 고치세요.</translation>
        </message>
        <message>
            <source>Rename the file.</source>
            <translation>파일의 이름을 바꾸세요.</translation>
        </message>
        <message>
            <source>Rename the folder: it is the name of a class.</source>
            <translation>폴더의 이름을 바꾸세요. 클래스의 이름입니다.</translation>
        </message>
        <message>
            <source>Replay</source>
            <translation>리플레이</translation>
        </message>
        <message>
            <source>Replay general text, or put a stage before it.</source>
            <translation>일반 텍스트를 리플레이하거나 앞에 단계를 두세요.</translation>
        </message>
        <message>
            <source>Replay general text.</source>
            <translation>일반 텍스트를 리플레이하세요.</translation>
        </message>
        <message>
            <source>Replay in both stages</source>
            <translation>두 단계 모두 리플레이</translation>
        </message>
        <message>
            <source>Replay of text</source>
            <translation>텍스트 리플레이</translation>
        </message>
        <message>
            <source>Replay of the task</source>
            <translation>태스크 리플레이</translation>
        </message>
        <message>
            <source>Representation</source>
            <translation>표현</translation>
        </message>
        <message>
            <source>Resume continues from the last checkpoint, in another job.</source>
            <translation>재개하면 다른 작업에서 마지막 체크포인트부터 이어집니다.</translation>
        </message>
        <message>
            <source>Resume continues from the last checkpoint.</source>
            <translation>재개하면 마지막 체크포인트부터 이어집니다.</translation>
        </message>
        <message>
            <source>Resume the run: it continues from its last checkpoint, in a new process.</source>
            <translation>실행을 재개하세요. 새 프로세스에서 마지막 체크포인트부터 이어집니다.</translation>
        </message>
        <message>
            <source>Reuse any stage but the last from a run that has trained exactly the same.</source>
            <translation>마지막을 뺀 모든 단계를, 똑같이 학습한 실행에서 재사용합니다.</translation>
        </message>
        <message>
            <source>Reuse stages</source>
            <translation>단계 재사용</translation>
        </message>
        <message>
            <source>Reuse the head</source>
            <translation>헤드 재사용</translation>
        </message>
        <message>
            <source>Reviews</source>
            <translation>리뷰</translation>
        </message>
        <message>
            <source>Revision</source>
            <translation>리비전</translation>
        </message>
        <message>
            <source>Rows as a list of objects (or of [text, label]), as columns, or by index; also under keys, as train and test.</source>
            <translation>객체(또는 [텍스트, 레이블])의 목록, 열, 또는 색인별 행. train, test 같은 키 아래도 됩니다.</translation>
        </message>
        <message>
            <source>Rows without text or label: leave them out, counted and listed, or refuse the file and name them.</source>
            <translation>텍스트나 레이블이 없는 행: 세고 나열하며 빼거나, 파일을 거부하고 알려 줍니다.</translation>
        </message>
        <message>
            <source>Rules</source>
            <translation>규칙</translation>
        </message>
        <message>
            <source>Rules are for one class or several labels of each text.</source>
            <translation>규칙은 텍스트마다 클래스 하나 또는 레이블 여러 개일 때 씁니다.</translation>
        </message>
        <message>
            <source>Run the baselines with train_rows of several sizes: --set data.train_rows=[100,200,400].</source>
            <translation>여러 크기의 train_rows로 기준선을 실행하세요: --set data.train_rows=[100,200,400].</translation>
        </message>
        <message>
            <source>Run the command on a login node.</source>
            <translation>로그인 노드에서 명령을 실행하세요.</translation>
        </message>
        <message>
            <source>Runs in another precision than the others of their cell do not count: {runs}.</source>
            <translation>같은 셀의 다른 실행과 정밀도가 다른 실행은 세지 않습니다: {runs}.</translation>
        </message>
        <message>
            <source>Runs there retry by themselves.</source>
            <translation>그곳의 실행은 자동으로 다시 시도합니다.</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/paper/table.py" />
            <source>Runs were computed in {used}, the paper's in fp32.</source>
            <translation>실행은 {used}(으)로, 논문은 fp32로 계산했습니다.</translation>
        </message>
        <message>
            <source>R²</source>
            <translation>R²</translation>
        </message>
        <message>
            <source>SQLite cannot read it to its end ({error}).</source>
            <translation>SQLite가 끝까지 읽을 수 없습니다({error}).</translation>
        </message>
        <message>
            <source>SQLite cannot read its schema ({error}).</source>
            <translation>SQLite가 스키마를 읽을 수 없습니다({error}).</translation>
        </message>
        <message>
            <source>SSH box</source>
            <translation>SSH 컴퓨터</translation>
        </message>
        <message>
            <source>Sampled label</source>
            <translation>샘플링한 레이블</translation>
        </message>
        <message>
            <source>Samples</source>
            <translation>표본 수</translation>
        </message>
        <message>
            <source>Sampling</source>
            <translation>샘플링</translation>
        </message>
        <message>
            <source>Sampling of batches from the tasks.</source>
            <translation>각 태스크의 배치를 얼마나 자주 뽑는지입니다.</translation>
        </message>
        <message>
            <source>Save all of it.</source>
            <translation>전체를 저장하세요.</translation>
        </message>
        <message>
            <source>Save it as UTF-8, or choose its encoding (--set format.encoding=cp1252).</source>
            <translation>UTF-8로 저장하거나 인코딩을 선택하세요(--set format.encoding=cp1252).</translation>
        </message>
        <message>
            <source>Save it as UTF-8, or name its encoding.</source>
            <translation>UTF-8로 저장하거나 인코딩을 지정하세요.</translation>
        </message>
        <message>
            <source>Save it as UTF-8.</source>
            <translation>UTF-8로 저장하세요.</translation>
        </message>
        <message>
            <source>Save it in a simpler form, such as CSV, or set {name} to more seconds.</source>
            <translation>CSV 같은 더 단순한 형식으로 저장하거나 {name}을(를) 더 긴 초로 설정하세요.</translation>
        </message>
        <message>
            <source>Save its rows as CSV or XLSX, or unpack it, and choose that file.</source>
            <translation>행을 CSV나 XLSX로 저장하거나 압축을 푼 뒤 그 파일을 선택하세요.</translation>
        </message>
        <message>
            <source>Save what can be read with: palimpsest store repair</source>
            <translation>읽을 수 있는 것을 저장하기: palimpsest store repair</translation>
        </message>
        <message>
            <source>Save what can be read with: palimpsest store repair --store {path}</source>
            <translation>읽을 수 있는 것을 저장하기: palimpsest store repair --store {path}</translation>
        </message>
        <message>
            <source>Saving a checkpoint</source>
            <translation>체크포인트 저장 중</translation>
        </message>
        <message>
            <source>Scales keys, values and the inner activations with learnt vectors; merged when the stage ends ((IA)³).</source>
            <translation>키, 값, 내부 활성값에 학습된 벡터를 곱합니다. 단계가 끝나면 병합합니다((IA)³).</translation>
        </message>
        <message>
            <source>Schedule</source>
            <translation>스케줄</translation>
        </message>
        <message>
            <source>Schedule anew</source>
            <translation>스케줄 재시작</translation>
        </message>
        <message>
            <source>Search over an encoder.</source>
            <translation>인코더로 탐색하세요.</translation>
        </message>
        <message>
            <source>Seconds between checkpoints, from which an interrupted run resumes.</source>
            <translation>중단된 실행이 이어지는 체크포인트 사이의 초입니다.</translation>
        </message>
        <message>
            <source>Seconds between two queries to Slurm. The measures of a run do not wait for them.</source>
            <translation>Slurm을 조회하는 간격(초)입니다. 실행의 측정값은 이를 기다리지 않습니다.</translation>
        </message>
        <message>
            <source>See all damage with: palimpsest store check --store {path}.</source>
            <translation>모든 손상 보기: palimpsest store check --store {path}.</translation>
        </message>
        <message>
            <source>See all damage with: palimpsest store check.</source>
            <translation>모든 손상 보기: palimpsest store check.</translation>
        </message>
        <message>
            <source>See palimpsest places test NAME.</source>
            <translation>palimpsest places test NAME으로 확인하세요.</translation>
        </message>
        <message>
            <source>Seed</source>
            <translation>시드</translation>
        </message>
        <message>
            <source>Seed of the validation split and of subsets; the same for all seeds of a run.</source>
            <translation>검증 분할과 부분집합의 시드입니다. 한 실행의 모든 시드에 대해 같습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/comparison.py" />
            <source>Seed, {label}</source>
            <translation>시드, {label}</translation>
        </message>
        <message>
            <source>Seeds of single sources of randomness; empty: the seed above.</source>
            <translation>개별 난수원의 시드입니다. 비우면 위의 시드를 씁니다.</translation>
        </message>
        <message>
            <source>Seeds of single streams</source>
            <translation>개별 스트림의 시드</translation>
        </message>
        <message>
            <source>Selected weights</source>
            <translation>선택한 가중치</translation>
        </message>
        <message>
            <source>Self-attention</source>
            <translation>셀프 어텐션</translation>
        </message>
        <message>
            <source>Semicolon</source>
            <translation>세미콜론</translation>
        </message>
        <message>
            <source>Send it again.</source>
            <translation>다시 보내세요.</translation>
        </message>
        <message>
            <source>Sending files to {place}</source>
            <translation>{place}(으)로 파일 보내는 중</translation>
        </message>
        <message>
            <source>Sentences</source>
            <translation>문장</translation>
        </message>
        <message>
            <source>Sentences end exactly at 。？！ as in the paper for Chinese: at no other mark, and before a closing quote.</source>
            <translation>논문의 중국어 처리처럼 문장이 정확히 。？！에서 끝납니다. 다른 부호에서는 끝나지 않으며, 닫는 따옴표 앞에서 끝납니다.</translation>
        </message>
        <message>
            <source>Set PALIMPSEST_HOME to a folder of yours.</source>
            <translation>PALIMPSEST_HOME을 자신의 폴더로 설정하세요.</translation>
        </message>
        <message>
            <source>Set PALIMPSEST_HOME to a folder you may write to.</source>
            <translation>PALIMPSEST_HOME을 쓸 수 있는 폴더로 설정하세요.</translation>
        </message>
        <message>
            <source>Set TMPDIR to a folder you may write to.</source>
            <translation>TMPDIR를 쓸 수 있는 폴더로 설정하세요.</translation>
        </message>
        <message>
            <source>Set Tested checkpoint to Best on validation, or remove the bound.</source>
            <translation>‘테스트할 체크포인트’를 ‘검증에서 가장 좋은 것’으로 하거나 한도를 없애세요.</translation>
        </message>
        <message>
            <source>Set it to 'best', or try settings in a sweep.</source>
            <translation>'best'로 설정하거나 스윕으로 설정을 시험하세요.</translation>
        </message>
        <message>
            <source>Set it to 0.1, or give the data set a validation file.</source>
            <translation>0.1로 설정하거나 데이터 세트에 검증 파일을 주세요.</translation>
        </message>
        <message>
            <source>Set it to auto or cpu.</source>
            <translation>auto나 cpu로 설정하세요.</translation>
        </message>
        <message>
            <source>Set it to auto.</source>
            <translation>auto로 설정하세요.</translation>
        </message>
        <message>
            <source>Set it to error or accuracy, or remove it.</source>
            <translation>error나 accuracy로 설정하거나 없애세요.</translation>
        </message>
        <message>
            <source>Set it to {most} or less, or to 0 for the top one.</source>
            <translation>{most} 이하로, 맨 위 층은 0으로 설정하세요.</translation>
        </message>
        <message>
            <source>Set it to {most} or less, or to 0.</source>
            <translation>{most} 이하 또는 0으로 설정하세요.</translation>
        </message>
        <message>
            <source>Set it to {most} or less.</source>
            <translation>{most} 이하로 설정하세요.</translation>
        </message>
        <message>
            <source>Set it to {value}.</source>
            <translation>{value}(으)로 설정하세요.</translation>
        </message>
        <message>
            <source>Set its start.</source>
            <translation>시작점을 설정하세요.</translation>
        </message>
        <message>
            <source>Set objective to mlm.</source>
            <translation>목적 함수를 mlm으로 하세요.</translation>
        </message>
        <message>
            <source>Set up: none.</source>
            <translation>설정된 것이 없습니다.</translation>
        </message>
        <message>
            <source>Set up: {names}.</source>
            <translation>설정된 것: {names}.</translation>
        </message>
        <message>
            <source>Set word_weight, text_weight or first_weight, or use a further_pretrain stage.</source>
            <translation>word_weight, text_weight, first_weight를 주거나 further_pretrain 단계를 쓰세요.</translation>
        </message>
        <message>
            <source>Set-up</source>
            <translation>준비 명령</translation>
        </message>
        <message>
            <source>SetFit</source>
            <translation>SetFit</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>설정</translation>
        </message>
        <message>
            <source>Several labels</source>
            <translation>여러 레이블</translation>
        </message>
        <message>
            <source>Several labels need two or more.</source>
            <translation>여러 레이블에는 둘 이상이 필요합니다.</translation>
        </message>
        <message>
            <source>Share</source>
            <translation>비율</translation>
        </message>
        <message>
            <source>Share of pairs that aim at a random shorter length.</source>
            <translation>무작위로 더 짧은 길이를 목표로 하는 쌍의 비율입니다.</translation>
        </message>
        <message>
            <source>Share of pairs whose second segment comes from another document.</source>
            <translation>두 번째 세그먼트를 다른 문서에서 가져오는 쌍의 비율입니다.</translation>
        </message>
        <message>
            <source>Share of the training split held out for validation, stratified by label. 0: all labels are learnt from, and the model of the last update is tested.</source>
            <translation>검증용으로 떼어 두는 학습 분할의 비율, 레이블별로 층화. 0: 모든 레이블로 학습하고 마지막 업데이트의 모델을 테스트합니다.</translation>
        </message>
        <message>
            <source>Share of tokens to predict: 80 % become [MASK], 10 % a random token, 10 % stay.</source>
            <translation>예측할 토큰의 비율입니다. 80 %는 [MASK]로, 10 %는 무작위 토큰으로 바뀌고, 10 %는 그대로입니다.</translation>
        </message>
        <message>
            <source>Share of true labels among those ranked at least as high as a true one; the mean over true labels and texts.</source>
            <translation>실제 레이블 이상의 순위에 놓인 레이블 중 실제 레이블의 비율이며, 실제 레이블과 텍스트에 대한 평균입니다.</translation>
        </message>
        <message>
            <source>Sheet</source>
            <translation>시트</translation>
        </message>
        <message>
            <source>Shell commands before the run, such as: module load cuda; export HF_HUB_OFFLINE=1.</source>
            <translation>실행 전의 셸 명령, 예: module load cuda; export HF_HUB_OFFLINE=1.</translation>
        </message>
        <message>
            <source>Short sequences</source>
            <translation>짧은 시퀀스</translation>
        </message>
        <message>
            <source>Shorten it to fit the length.</source>
            <translation>길이에 맞게 줄이세요.</translation>
        </message>
        <message>
            <source>Shorten the texts (Length) or choose a smaller encoder.</source>
            <translation>텍스트를 줄이거나(길이) 더 작은 인코더를 고르세요.</translation>
        </message>
        <message>
            <source>Shown in tables and legends.</source>
            <translation>표와 범례에 나타납니다.</translation>
        </message>
        <message>
            <source>Single-label classification</source>
            <translation>단일 레이블 분류</translation>
        </message>
        <message>
            <source>Size {size}: other data and another encoder than the paper's.</source>
            <translation>크기 {size}: 데이터와 인코더가 논문과 다릅니다.</translation>
        </message>
        <message>
            <source>Sizes are: {names}.</source>
            <translation>크기: {names}.</translation>
        </message>
        <message>
            <source>Slanted triangular</source>
            <translation>경사 삼각형</translation>
        </message>
        <message>
            <source>Slurm cluster</source>
            <translation>Slurm 클러스터</translation>
        </message>
        <message>
            <source>Slurm does not answer: {text}.</source>
            <translation>Slurm이 응답하지 않습니다: {text}.</translation>
        </message>
        <message>
            <source>Slurm has ended job {job} ({how}).</source>
            <translation>Slurm이 작업 {job}을(를) 끝냈습니다({how}).</translation>
        </message>
        <message>
            <source>Slurm queues a job again after its time limit, preemption or the loss of a node.</source>
            <translation>시간 제한, 선점 또는 노드 손실 뒤에 Slurm이 작업을 다시 대기열에 넣습니다.</translation>
        </message>
        <message>
            <source>Slurm wrote: {text}.</source>
            <translation>Slurm의 메시지: {text}.</translation>
        </message>
        <message>
            <source>Small new weights are trained in place of the encoder's own.</source>
            <translation>인코더 본래의 가중치 대신 작은 새 가중치를 학습합니다.</translation>
        </message>
        <message>
            <source>So do {n} others.</source>
            <translation>다른 {n}개도 그렇습니다.</translation>
        </message>
        <message>
            <source>Soft labels</source>
            <translation>소프트 레이블</translation>
        </message>
        <message>
            <source>Softens both predictions, so that small probabilities count.</source>
            <translation>작은 확률도 반영되도록 두 예측을 부드럽게 합니다.</translation>
        </message>
        <message>
            <source>Sogou news</source>
            <translation>Sogou 뉴스</translation>
        </message>
        <message>
            <source>Sorting texts into slices</source>
            <translation>텍스트를 슬라이스로 나누는 중</translation>
        </message>
        <message>
            <location filename="../../engine/spec/wording.py" />
            <source>Source: {source}.</source>
            <translation>출처: {source}.</translation>
        </message>
        <message>
            <source>Spearman correlation</source>
            <translation>스피어만 상관</translation>
        </message>
        <message>
            <source>Split column</source>
            <translation>분할 열</translation>
        </message>
        <message>
            <source>Split each batch into this many parts to save memory; the update is the same.</source>
            <translation>메모리를 아끼려고 배치를 이 수만큼 나눕니다. 업데이트는 같습니다.</translation>
        </message>
        <message>
            <source>Split each batch so that no part has more tokens, padding included; the update is the same. 0: chosen for the device.</source>
            <translation>패딩을 포함하여 이보다 많은 토큰이 든 부분이 없도록 배치를 나눕니다. 업데이트는 같습니다. 0: 장치에 맞게 고름.</translation>
        </message>
        <message>
            <source>Split seed</source>
            <translation>분할 시드</translation>
        </message>
        <message>
            <source>Split the batch into more parts (Accumulation), or use a smaller batch or length.</source>
            <translation>배치를 더 많은 부분으로 나누거나(누적), 더 작은 배치나 길이를 쓰세요.</translation>
        </message>
        <message>
            <source>Splits: {names}.</source>
            <translation>분할: {names}.</translation>
        </message>
        <message>
            <source>Splitting of texts into sentences.</source>
            <translation>텍스트를 문장으로 나누는 방법입니다.</translation>
        </message>
        <message>
            <source>Square root of size</source>
            <translation>크기의 제곱근</translation>
        </message>
        <message>
            <source>Squared</source>
            <translation>제곱</translation>
        </message>
        <message>
            <source>Squared learns the mean, absolute the median, on which outliers have less effect.</source>
            <translation>제곱은 평균을, 절댓값은 이상치의 영향을 덜 받는 중앙값을 학습합니다.</translation>
        </message>
        <message>
            <source>Stage</source>
            <translation>단계</translation>
        </message>
        <message>
            <source>Stage seed</source>
            <translation>단계 시드</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stage_starts.py" />
            <source>Stage {stage}</source>
            <translation>단계 {stage}</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stage_starts.py" />
            <source>Stage {stage} after {n} updates</source>
            <translation>단계 {stage}, 업데이트 {n}번 후</translation>
        </message>
        <message>
            <source>Stages</source>
            <translation>단계</translation>
        </message>
        <message>
            <source>Start a run first.</source>
            <translation>먼저 실행을 시작하세요.</translation>
        </message>
        <message>
            <source>Start from a fine-tuning on the same data with the same features, or draw a new head.</source>
            <translation>같은 데이터와 특징으로 한 미세 조정에서 시작하거나 새 헤드를 쓰세요.</translation>
        </message>
        <message>
            <source>Start from another step, or start the run again.</source>
            <translation>다른 스텝에서 시작하거나 실행을 다시 시작하세요.</translation>
        </message>
        <message>
            <source>Start it with: palimpsest search</source>
            <translation>이렇게 시작하세요: palimpsest search</translation>
        </message>
        <message>
            <source>Start the design again.</source>
            <translation>설계를 다시 시작하세요.</translation>
        </message>
        <message>
            <source>Start the run again from its beginning (palimpsest resume {number} --anew, or Start again on the Runs page).</source>
            <translation>실행을 처음부터 다시 시작하세요(palimpsest resume {number} --anew 또는 실행 페이지의 다시 시작).</translation>
        </message>
        <message>
            <source>Start the run again from its beginning.</source>
            <translation>실행을 처음부터 다시 시작하세요.</translation>
        </message>
        <message>
            <source>Start the run again instead.</source>
            <translation>대신 실행을 다시 시작하세요.</translation>
        </message>
        <message>
            <source>Start the run again.</source>
            <translation>실행을 다시 시작하세요.</translation>
        </message>
        <message>
            <source>Started</source>
            <translation>시작</translation>
        </message>
        <message>
            <source>Starting</source>
            <translation>시작하는 중</translation>
        </message>
        <message>
            <source>Starts from</source>
            <translation>출발점</translation>
        </message>
        <message>
            <source>Static copies</source>
            <translation>정적 사본</translation>
        </message>
        <message>
            <source>Static masks: the README prepares the corpus 5 times over, Google's default is 10. The text does not say.</source>
            <translation>정적 마스크: README는 말뭉치를 5번 준비하고 Google의 기본값은 10입니다. 본문에는 없습니다.</translation>
        </message>
        <message>
            <source>Status</source>
            <translation>상태</translation>
        </message>
        <message>
            <source>Step</source>
            <translation>스텝</translation>
        </message>
        <message>
            <source>Steps of further pre-training</source>
            <translation>추가 사전 학습의 스텝 수</translation>
        </message>
        <message>
            <source>Stop after this many evaluations without improvement; 0: never.</source>
            <translation>이 횟수의 평가 동안 나아지지 않으면 멈춥니다. 0: 멈추지 않음.</translation>
        </message>
        <message>
            <source>Stop it first.</source>
            <translation>먼저 중지하세요.</translation>
        </message>
        <message>
            <source>Stopped on request at step {step}.</source>
            <translation>요청에 따라 스텝 {step}에서 중지했습니다.</translation>
        </message>
        <message>
            <source>Stopped on request.</source>
            <translation>요청에 따라 중지했습니다.</translation>
        </message>
        <message>
            <source>Stops a trial whose best value so far is worse than the median of finished trials at the same evaluation (Golovin et al. 2017, 3.2.1).</source>
            <translation>지금까지의 최적값이, 같은 평가에서 끝난 시행들의 중앙값보다 나쁜 시행을 중단합니다(Golovin et al. 2017, 3.2.1).</translation>
        </message>
        <message>
            <source>Storing frozen layers' outputs of the {split} texts</source>
            <translation>{split} 텍스트에 대한 고정 층의 출력 저장 중</translation>
        </message>
        <message>
            <source>Strategy</source>
            <translation>전략</translation>
        </message>
        <message>
            <source>Strength of the penalty on the distance of the encoder's weights from those at the start of the stage.</source>
            <translation>인코더의 가중치를 단계 시작 시의 가중치로 얼마나 강하게 당기는지입니다.</translation>
        </message>
        <message>
            <source>Strength of the penalty on the head's weights.</source>
            <translation>헤드의 가중치를 0으로 얼마나 강하게 당기는지입니다.</translation>
        </message>
        <message>
            <source>Strength λ</source>
            <translation>강도 λ</translation>
        </message>
        <message>
            <source>Subset accuracy</source>
            <translation>부분집합 정확도</translation>
        </message>
        <message>
            <source>Successive halving</source>
            <translation>연속 절반화</translation>
        </message>
        <message>
            <source>Such as 16G. Empty: the cluster's default.</source>
            <translation>예: 16G. 비우면 클러스터의 기본값.</translation>
        </message>
        <message>
            <source>Sun et al.'s code: the top layer has the full rate, layer l ξ^(L-l); embeddings, pooler, head are undecayed.</source>
            <translation>Sun et al.의 코드: 맨 위 층은 전체 학습률, 층 l은 ξ^(L-l)이며, 임베딩, 풀러, 헤드는 감쇠하지 않습니다.</translation>
        </message>
        <message>
            <source>Sun et al., embeddings as layer 0</source>
            <translation>Sun et al., 임베딩을 층 0으로</translation>
        </message>
        <message>
            <source>Sun et al., embeddings undecayed</source>
            <translation>Sun et al., 임베딩 감쇠 없음</translation>
        </message>
        <message>
            <source>Sun et al., lower half and top (multi-task)</source>
            <translation>Sun et al., 하위 절반과 맨 위 층(멀티태스크)</translation>
        </message>
        <message>
            <source>Sun et al., thirds (run_classifier)</source>
            <translation>Sun et al., 3등분(run_classifier)</translation>
        </message>
        <message>
            <source>Sweep</source>
            <translation>스윕</translation>
        </message>
        <message>
            <source>Switch it off.</source>
            <translation>끄세요.</translation>
        </message>
        <message>
            <source>Switch on Measure forgetting (and Language), or remove the bound.</source>
            <translation>‘망각 측정’(과 ‘언어’)을 켜거나 한도를 없애세요.</translation>
        </message>
        <message>
            <source>Switch that on, or name no others.</source>
            <translation>겹치는 텍스트의 제외를 켜거나 다른 데이터셋을 지정하지 마세요.</translation>
        </message>
        <message>
            <source>Switch the measure of language on: --set probes.on=true --set probes.retention=true</source>
            <translation>언어 측정을 켜세요: --set probes.on=true --set probes.retention=true</translation>
        </message>
        <message>
            <source>TREC questions</source>
            <translation>TREC 질문</translation>
        </message>
        <message>
            <source>Tab</source>
            <translation>탭</translation>
        </message>
        <message>
            <source>Table 1 gives 0.00 % over 512 although its longest text has 3,841 word pieces: the share is rounded.</source>
            <translation>표 1에는 512를 넘는 것이 0.00 %라고 되어 있지만 가장 긴 텍스트는 워드피스가 3,841개입니다. 비율이 반올림된 것입니다.</translation>
        </message>
        <message>
            <source>Table 2 in miniature: 400 generated reviews, the bundled encoder, 48 tokens. Shows the procedure, not the result.</source>
            <translation>표 2의 축소판: 생성된 리뷰 400개, 내장 인코더, 토큰 48개. 결과가 아니라 방법을 보여 줍니다.</translation>
        </message>
        <message>
            <source>Table 2, long texts</source>
            <translation>표 2, 긴 텍스트</translation>
        </message>
        <message>
            <source>Table 3 in miniature: 300 generated headlines and the bundled encoder of four layers, each for three of BERT-base's.</source>
            <translation>표 3의 축소판: 생성된 헤드라인 300개와 네 층의 내장 인코더. 한 층이 BERT-base의 세 층에 해당합니다.</translation>
        </message>
        <message>
            <source>Table 3, layers</source>
            <translation>표 3, 층</translation>
        </message>
        <message>
            <source>Table 4 in miniature: 300 generated questions, the bundled encoder; its rates are twenty times the paper's.</source>
            <translation>표 4의 축소판: 생성된 질문 300개, 내장 인코더. 학습률은 논문의 20배입니다.</translation>
        </message>
        <message>
            <source>Table 4, layer-wise decay</source>
            <translation>표 4, 층별 감쇠</translation>
        </message>
        <message>
            <source>Table 5 in miniature: 30 steps of pre-training on bundled texts, 200 texts to train on, the bundled encoder.</source>
            <translation>표 5의 축소판: 내장 텍스트에서 30스텝 사전 학습, 학습용 텍스트 200개, 내장 인코더.</translation>
        </message>
        <message>
            <source>Table 5, corpora and targets</source>
            <translation>표 5, 말뭉치와 대상</translation>
        </message>
        <message>
            <source>Table 6 in miniature: 30 steps of pre-training on bundled texts, 200 texts to train on, the bundled encoder.</source>
            <translation>표 6의 축소판: 내장 텍스트에서 30스텝 사전 학습, 학습용 텍스트 200개, 내장 인코더.</translation>
        </message>
        <message>
            <source>Table 6, models</source>
            <translation>표 6, 모델</translation>
        </message>
        <message>
            <source>Table 7 in miniature: generated reviews, questions and headlines, 200 texts each, the bundled encoder.</source>
            <translation>표 7의 축소판: 생성된 리뷰, 질문, 헤드라인 각 200개, 내장 인코더.</translation>
        </message>
        <message>
            <source>Table 7, multi-task fine-tuning</source>
            <translation>표 7, 멀티태스크 파인튜닝</translation>
        </message>
        <message>
            <source>Table 8 in miniature, the rows of the smaller encoder only: one encoder is bundled. 30 steps of pre-training, 200 texts to train on.</source>
            <translation>표 8의 축소판으로, 작은 인코더의 행만 있습니다(내장 인코더는 하나입니다). 30스텝 사전 학습, 학습용 텍스트 200개.</translation>
        </message>
        <message>
            <source>Table 8, BERT-large</source>
            <translation>표 8, BERT-large</translation>
        </message>
        <message>
            <source>Tags</source>
            <translation>태그</translation>
        </message>
        <message>
            <source>Tail</source>
            <translation>테일</translation>
        </message>
        <message>
            <source>Take [sweep] out, or give one value: --set KEY=VALUE.</source>
            <translation>[sweep]을 빼거나 값 하나를 지정하세요: --set KEY=VALUE.</translation>
        </message>
        <message>
            <source>Target</source>
            <translation>목표</translation>
        </message>
        <message>
            <source>Target and loss of the stage.</source>
            <translation>레이블에서 무엇을 어떤 손실로 학습하는지입니다.</translation>
        </message>
        <message>
            <source>Target and loss of this task.</source>
            <translation>이 태스크의 레이블에서 무엇을 어떤 손실로 학습하는지입니다.</translation>
        </message>
        <message>
            <source>Task</source>
            <translation>태스크</translation>
        </message>
        <message>
            <source>Tasks</source>
            <translation>태스크</translation>
        </message>
        <message>
            <source>Tasks that a linear probe learns from each layer's frozen outputs, throughout training.</source>
            <translation>학습하는 동안 각 층의 동결된 출력에서 선형 프로브가 학습하는 태스크입니다.</translation>
        </message>
        <message>
            <source>Teacher</source>
            <translation>교사</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/distillation.py" />
            <source>Teacher not chosen</source>
            <translation>교사를 선택하지 않음</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/distillation.py" />
            <source>Teacher {name}</source>
            <translation>교사 {name}</translation>
        </message>
        <message>
            <source>Teacher's layer</source>
            <translation>교사의 층</translation>
        </message>
        <message>
            <source>Teacher's text vector</source>
            <translation>교사의 텍스트 벡터</translation>
        </message>
        <message>
            <source>Teacher's texts, [CLS]</source>
            <translation>교사의 텍스트, [CLS]</translation>
        </message>
        <message>
            <source>Teacher's texts, mean</source>
            <translation>교사의 텍스트, 평균</translation>
        </message>
        <message>
            <source>Teacher's words</source>
            <translation>교사의 단어</translation>
        </message>
        <message>
            <source>Temperature T</source>
            <translation>온도 T</translation>
        </message>
        <message>
            <source>Template</source>
            <translation>틀</translation>
        </message>
        <message>
            <source>Tensor by tensor (original)</source>
            <translation>텐서별(원본)</translation>
        </message>
        <message>
            <source>Terms</source>
            <translation>항</translation>
        </message>
        <message>
            <source>Test</source>
            <translation>테스트</translation>
        </message>
        <message>
            <source>Test Brier score</source>
            <translation>테스트 브라이어 점수</translation>
        </message>
        <message>
            <source>Test F1</source>
            <translation>테스트 F1</translation>
        </message>
        <message>
            <source>Test F1, %</source>
            <translation>테스트 F1, %</translation>
        </message>
        <message>
            <source>Test Hamming loss</source>
            <translation>테스트 해밍 손실</translation>
        </message>
        <message>
            <source>Test Hamming loss, %</source>
            <translation>테스트 해밍 손실, %</translation>
        </message>
        <message>
            <source>Test MAE</source>
            <translation>테스트 MAE</translation>
        </message>
        <message>
            <source>Test Matthews correlation</source>
            <translation>테스트 매슈스 상관</translation>
        </message>
        <message>
            <source>Test RMSE</source>
            <translation>테스트 RMSE</translation>
        </message>
        <message>
            <source>Test ROC AUC</source>
            <translation>테스트 ROC AUC</translation>
        </message>
        <message>
            <source>Test R²</source>
            <translation>테스트 R²</translation>
        </message>
        <message>
            <source>Test Spearman correlation</source>
            <translation>테스트 스피어만 상관</translation>
        </message>
        <message>
            <source>Test accuracy</source>
            <translation>테스트 정확도</translation>
        </message>
        <message>
            <source>Test accuracy, %</source>
            <translation>테스트 정확도, %</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/comparison.py" />
            <source>Test accuracy, {name}</source>
            <translation>테스트 정확도, {name}</translation>
        </message>
        <message>
            <source>Test average precision</source>
            <translation>테스트 평균 정밀도(AP)</translation>
        </message>
        <message>
            <source>Test balanced accuracy</source>
            <translation>테스트 균형 정확도</translation>
        </message>
        <message>
            <source>Test balanced accuracy, %</source>
            <translation>테스트 균형 정확도, %</translation>
        </message>
        <message>
            <source>Test both on one data set.</source>
            <translation>둘 다 같은 데이터셋으로 테스트하세요.</translation>
        </message>
        <message>
            <source>Test calibration error</source>
            <translation>테스트 보정 오차</translation>
        </message>
        <message>
            <source>Test calibration error, %</source>
            <translation>테스트 보정 오차, %</translation>
        </message>
        <message>
            <source>Test error</source>
            <translation>테스트 오류율</translation>
        </message>
        <message>
            <source>Test error at best</source>
            <translation>최적 시점의 테스트 오류율</translation>
        </message>
        <message>
            <source>Test error in %.</source>
            <translation>테스트 오류율, %.</translation>
        </message>
        <message>
            <source>Test error, %</source>
            <translation>테스트 오류율, %</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/comparison.py" />
            <source>Test error, {name}</source>
            <translation>테스트 오류율, {name}</translation>
        </message>
        <message>
            <source>Test file</source>
            <translation>테스트 파일</translation>
        </message>
        <message>
            <source>Test label ranking average precision</source>
            <translation>테스트 레이블 순위 평균 정밀도</translation>
        </message>
        <message>
            <source>Test loss</source>
            <translation>테스트 손실</translation>
        </message>
        <message>
            <source>Test macro F1</source>
            <translation>테스트 매크로 F1</translation>
        </message>
        <message>
            <source>Test macro F1, %</source>
            <translation>테스트 매크로 F1, %</translation>
        </message>
        <message>
            <source>Test mean distance in ranks</source>
            <translation>테스트 평균 등급 거리</translation>
        </message>
        <message>
            <source>Test micro F1</source>
            <translation>테스트 마이크로 F1</translation>
        </message>
        <message>
            <source>Test micro F1, %</source>
            <translation>테스트 마이크로 F1, %</translation>
        </message>
        <message>
            <source>Test next-sentence Brier score</source>
            <translation>테스트 다음 문장 브라이어 점수</translation>
        </message>
        <message>
            <source>Test next-sentence F1</source>
            <translation>테스트 다음 문장 F1</translation>
        </message>
        <message>
            <source>Test next-sentence Hamming loss</source>
            <translation>테스트 다음 문장 해밍 손실</translation>
        </message>
        <message>
            <source>Test next-sentence MAE</source>
            <translation>테스트 다음 문장 MAE</translation>
        </message>
        <message>
            <source>Test next-sentence Matthews correlation</source>
            <translation>테스트 다음 문장 매슈스 상관</translation>
        </message>
        <message>
            <source>Test next-sentence RMSE</source>
            <translation>테스트 다음 문장 RMSE</translation>
        </message>
        <message>
            <source>Test next-sentence ROC AUC</source>
            <translation>테스트 다음 문장 ROC AUC</translation>
        </message>
        <message>
            <source>Test next-sentence R²</source>
            <translation>테스트 다음 문장 R²</translation>
        </message>
        <message>
            <source>Test next-sentence Spearman correlation</source>
            <translation>테스트 다음 문장 스피어만 상관</translation>
        </message>
        <message>
            <source>Test next-sentence accuracy</source>
            <translation>테스트 다음 문장 정확도</translation>
        </message>
        <message>
            <source>Test next-sentence average precision</source>
            <translation>테스트 다음 문장 평균 정밀도(AP)</translation>
        </message>
        <message>
            <source>Test next-sentence balanced accuracy</source>
            <translation>테스트 다음 문장 균형 정확도</translation>
        </message>
        <message>
            <source>Test next-sentence calibration error</source>
            <translation>테스트 다음 문장 보정 오차</translation>
        </message>
        <message>
            <source>Test next-sentence error</source>
            <translation>테스트 다음 문장 오류율</translation>
        </message>
        <message>
            <source>Test next-sentence label ranking average precision</source>
            <translation>테스트 다음 문장 레이블 순위 평균 정밀도</translation>
        </message>
        <message>
            <source>Test next-sentence loss</source>
            <translation>테스트 다음 문장 손실</translation>
        </message>
        <message>
            <source>Test next-sentence macro F1</source>
            <translation>테스트 다음 문장 매크로 F1</translation>
        </message>
        <message>
            <source>Test next-sentence mean distance in ranks</source>
            <translation>테스트 다음 문장 평균 등급 거리</translation>
        </message>
        <message>
            <source>Test next-sentence micro F1</source>
            <translation>테스트 다음 문장 마이크로 F1</translation>
        </message>
        <message>
            <source>Test next-sentence perplexity</source>
            <translation>테스트 다음 문장 퍼플렉서티</translation>
        </message>
        <message>
            <source>Test next-sentence precision</source>
            <translation>테스트 다음 문장 정밀도</translation>
        </message>
        <message>
            <source>Test next-sentence quadratic weighted kappa</source>
            <translation>테스트 다음 문장 이차 가중 카파</translation>
        </message>
        <message>
            <source>Test next-sentence recall</source>
            <translation>테스트 다음 문장 재현율</translation>
        </message>
        <message>
            <source>Test next-sentence subset accuracy</source>
            <translation>테스트 다음 문장 부분집합 정확도</translation>
        </message>
        <message>
            <source>Test next-sentence weighted F1</source>
            <translation>테스트 다음 문장 가중 F1</translation>
        </message>
        <message>
            <source>Test perplexity</source>
            <translation>테스트 퍼플렉서티</translation>
        </message>
        <message>
            <source>Test precision</source>
            <translation>테스트 정밀도</translation>
        </message>
        <message>
            <source>Test precision, %</source>
            <translation>테스트 정밀도, %</translation>
        </message>
        <message>
            <source>Test quadratic weighted kappa</source>
            <translation>테스트 이차 가중 카파</translation>
        </message>
        <message>
            <source>Test recall</source>
            <translation>테스트 재현율</translation>
        </message>
        <message>
            <source>Test recall, %</source>
            <translation>테스트 재현율, %</translation>
        </message>
        <message>
            <source>Test rows</source>
            <translation>테스트 행 수</translation>
        </message>
        <message>
            <source>Test subset accuracy</source>
            <translation>테스트 부분집합 정확도</translation>
        </message>
        <message>
            <source>Test subset accuracy, %</source>
            <translation>테스트 부분집합 정확도, %</translation>
        </message>
        <message>
            <source>Test texts are read too, without their labels: test errors on these data sets are then transductive.</source>
            <translation>테스트 텍스트도 레이블 없이 읽습니다. 그러면 이 데이터셋의 테스트 오류율은 변환적(transductive)입니다.</translation>
        </message>
        <message>
            <source>Test texts overlap the training texts of Yelp full.</source>
            <translation>테스트 텍스트가 Yelp full의 학습 텍스트와 겹칩니다.</translation>
        </message>
        <message>
            <source>Test weighted F1</source>
            <translation>테스트 가중 F1</translation>
        </message>
        <message>
            <source>Test weighted F1, %</source>
            <translation>테스트 가중 F1, %</translation>
        </message>
        <message>
            <source>Tested checkpoint</source>
            <translation>테스트할 체크포인트</translation>
        </message>
        <message>
            <source>Testing the chosen model</source>
            <translation>선택된 모델 테스트 중</translation>
        </message>
        <message>
            <source>Text and code: 10,000 updates of warm-up in 100,000. The shape is the code's: after the rise it drops at once to nine tenths of the peak.</source>
            <translation>본문과 코드: 업데이트 100,000번 중 워밍업 10,000번. 모양은 코드의 것으로, 상승 뒤 곧바로 최댓값의 10분의 9로 떨어집니다.</translation>
        </message>
        <message>
            <source>Text and earlier tasks</source>
            <translation>텍스트와 이전 태스크</translation>
        </message>
        <message>
            <source>Text and schedule</source>
            <translation>텍스트와 일정</translation>
        </message>
        <message>
            <source>Text columns</source>
            <translation>텍스트 열</translation>
        </message>
        <message>
            <source>Text files</source>
            <translation>텍스트 파일</translation>
        </message>
        <message>
            <source>Text files on which the loss is measured; empty: one document in a hundred.</source>
            <translation>손실을 측정할 홀드아웃 텍스트 파일입니다. 비우면 문서 백 개 중 하나를 씁니다.</translation>
        </message>
        <message>
            <source>Text, [CLS]</source>
            <translation>텍스트, [CLS]</translation>
        </message>
        <message>
            <source>Text, mean</source>
            <translation>텍스트, 평균</translation>
        </message>
        <message>
            <source>Texts</source>
            <translation>텍스트</translation>
        </message>
        <message>
            <source>Texts and labels that the probe learns from and is tested on.</source>
            <translation>프로브가 학습하고 테스트되는 텍스트와 레이블입니다.</translation>
        </message>
        <message>
            <source>Texts are read as they stand in the file.</source>
            <translation>텍스트를 파일에 있는 그대로 읽습니다.</translation>
        </message>
        <message>
            <source>Texts are shuffled, cut into pools of this many batches and sorted by length within each pool.</source>
            <translation>텍스트를 섞고, 이 수의 배치로 된 풀로 나눈 뒤, 각 풀 안에서 길이순으로 정렬합니다.</translation>
        </message>
        <message>
            <source>Texts from which F is estimated.</source>
            <translation>F를 추정하는 데 쓰는 텍스트입니다.</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/proposal.py" />
            <source>Texts have several labels each</source>
            <translation>텍스트마다 레이블이 여러 개입니다</translation>
        </message>
        <message>
            <source>Texts of</source>
            <translation>사용할 텍스트</translation>
        </message>
        <message>
            <source>Texts of similar length share a batch; little padding, but batches are no longer a random sample.</source>
            <translation>길이가 비슷한 텍스트가 한 배치에 들어갑니다. 패딩은 적지만 배치가 더는 무작위 표본이 아닙니다.</translation>
        </message>
        <message>
            <source>Texts per second</source>
            <translation>초당 텍스트</translation>
        </message>
        <message>
            <source>Texts per update.</source>
            <translation>업데이트당 텍스트 수입니다.</translation>
        </message>
        <message>
            <source>The GPU has failed {where} ({message}).</source>
            <translation>GPU에 장애가 생겼습니다({where}, {message}).</translation>
        </message>
        <message>
            <source>The account that is charged. Empty: your default.</source>
            <translation>사용량이 청구되는 계정입니다. 비우면 사용자의 기본값입니다.</translation>
        </message>
        <message>
            <source>The area under the curve of precision over recall; the mean over classes.</source>
            <translation>재현율에 대한 정밀도 곡선 아래의 넓이이며, 클래스에 대한 평균입니다.</translation>
        </message>
        <message>
            <source>The authors trained on a copy without HTML; cleaning makes no measurable difference.</source>
            <translation>저자들은 HTML이 없는 사본으로 학습했습니다. 정리해도 측정되는 차이는 없습니다.</translation>
        </message>
        <message>
            <source>The best on validation, or that of the last update, which no validation label has chosen: with few training labels, those of the validation split are many more.</source>
            <translation>검증에서 가장 좋은 것, 또는 검증 레이블로 고르지 않은 마지막 업데이트의 것입니다. 학습 레이블이 적으면 검증 분할의 레이블이 훨씬 많기 때문입니다.</translation>
        </message>
        <message>
            <source>The bundled palimpsest-tiny, a folder in Hugging Face layout, a hub id, or what a run has left (run:12, run:12/stage-1, run:12/stage-1@5000, run:12/average-0.70).</source>
            <translation>내장된 palimpsest-tiny, Hugging Face 형식의 폴더, 허브 ID, 또는 실행이 남긴 것(run:12, run:12/stage-1, run:12/stage-1@5000, run:12/average-0.70).</translation>
        </message>
        <message>
            <source>The character between fields.</source>
            <translation>필드 사이의 문자입니다.</translation>
        </message>
        <message>
            <source>The checkpoint is not whole, or its config is of a larger model.</source>
            <translation>체크포인트가 온전하지 않거나 구성이 더 큰 모델의 것입니다.</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>The checkpoint was chosen on {labels}, more than the {n} it learnt from.</source>
            <translation>체크포인트를 {labels}로 선택했습니다. 학습에 쓴 {n}개보다 많습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>The checkpoint was chosen on {labels}, of some runs more than the {n} it learnt from.</source>
            <translation>체크포인트를 {labels}로 선택했습니다. 일부 실행에서는 학습에 쓴 {n}개보다 많습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>The checkpoint was chosen on {labels}.</source>
            <translation>체크포인트를 {labels}로 선택했습니다.</translation>
        </message>
        <message>
            <source>The chosen trial {trial} could not be tested: run {run} {status}.</source>
            <translation>고른 시행 {trial}을(를) 테스트할 수 없었습니다: 실행 {run} {status}.</translation>
        </message>
        <message>
            <source>The classes from the lowest to the highest; empty where they are numbers.</source>
            <translation>가장 낮은 것부터 가장 높은 것까지의 클래스입니다. 숫자이면 비워 둡니다.</translation>
        </message>
        <message>
            <source>The code clips the gradient of each tensor by itself.</source>
            <translation>코드는 텐서마다 그래디언트를 따로 클리핑합니다.</translation>
        </message>
        <message>
            <source>The code draws each batch of a task anew, so some texts of an epoch are never seen and others twice; here an epoch is a pass. Under the PyTorch of its time its optimiser also moved the heads of the tasks that a batch is not of, by momentum and weight decay; here they stay.</source>
            <translation>코드는 태스크의 배치를 매번 새로 뽑으므로 한 에폭에서 어떤 텍스트는 한 번도 안 나오고 어떤 것은 두 번 나옵니다. 여기서 에폭은 한 번 도는 것입니다. 당시 PyTorch에서는 그 배치의 태스크가 아닌 헤드도 모멘텀과 가중치 감쇠로 움직였지만, 여기서는 그대로 둡니다.</translation>
        </message>
        <message>
            <source>The code evaluates after each epoch.</source>
            <translation>코드는 에폭마다 평가합니다.</translation>
        </message>
        <message>
            <source>The code's default, 128, is changed on its command line.</source>
            <translation>코드의 기본값 128은 명령줄에서 바뀝니다.</translation>
        </message>
        <message>
            <source>The code's default, 32, is changed on its command line.</source>
            <translation>코드의 기본값 32는 명령줄에서 바뀝니다.</translation>
        </message>
        <message>
            <source>The code's default, 5e-5, is changed on its command line.</source>
            <translation>코드의 기본값 5e-5는 명령줄에서 바뀝니다.</translation>
        </message>
        <message>
            <source>The column that says which rows are for training, validation and test; empty: detected by its values, none: every row is drawn.</source>
            <translation>어떤 행이 학습, 검증, 테스트용인지 나타내는 열. 비우면 값으로 감지하고, none이면 모든 행을 뽑습니다.</translation>
        </message>
        <message>
            <source>The correlation of the ranks of true and predicted numbers, −1 to 1 (Spearman 1904).</source>
            <translation>실제 수치와 예측 수치의 순위 상관, −1~1(Spearman 1904).</translation>
        </message>
        <message>
            <source>The correlation of true and predicted classes, −1 to 1; 0 for guessing (Matthews 1975; Gorodkin 2004, eq. 8).</source>
            <translation>실제 클래스와 예측 클래스의 상관, −1~1. 추측만 하면 0입니다(Matthews 1975; Gorodkin 2004, eq. 8).</translation>
        </message>
        <message>
            <source>The data sets learnt together.</source>
            <translation>함께 학습하는 데이터셋입니다.</translation>
        </message>
        <message>
            <source>The device, precision and memory of the computation.</source>
            <translation>계산의 장치, 정밀도, 메모리입니다.</translation>
        </message>
        <message>
            <source>The disk had no room for a checkpoint: it has none.</source>
            <translation>디스크에 체크포인트를 둘 공간이 없었습니다. 체크포인트가 없습니다.</translation>
        </message>
        <message>
            <source>The disk had no room for a checkpoint: resume starts from the checkpoint before.</source>
            <translation>디스크에 체크포인트를 둘 공간이 없었습니다. 재개하면 이전 체크포인트부터 이어집니다.</translation>
        </message>
        <message>
            <source>The embeddings and the lowest layers keep their weights.</source>
            <translation>임베딩과 가장 아래층들이 가중치를 유지합니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stage_starts.py" />
            <source>The encoder</source>
            <translation>인코더</translation>
        </message>
        <message>
            <source>The encoder has layers 1 to {layers} with heads 1 to {heads}.</source>
            <translation>인코더에는 1~{layers}층이 있고 헤드는 1~{heads}입니다.</translation>
        </message>
        <message>
            <source>The encoder is damaged, or its training has diverged: choose another one.</source>
            <translation>인코더가 손상되었거나 학습이 발산했습니다. 다른 것을 선택하세요.</translation>
        </message>
        <message>
            <source>The encoder starts untrained: there is no language to remember.</source>
            <translation>인코더가 학습되지 않은 상태라 기억할 언어가 없습니다.</translation>
        </message>
        <message>
            <source>The encoder the run starts from.</source>
            <translation>실행이 시작하는 인코더입니다.</translation>
        </message>
        <message>
            <source>The encoder's own weights learn.</source>
            <translation>인코더 본래의 가중치가 학습합니다.</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/verdicts/verdict.py" />
            <source>The equivalence margin is {margin}; at the noise found here, equal strategies are found equivalent in 80 % of cases with a margin of {reach} or more.</source>
            <translation>동등성 한계는 {margin}입니다. 여기의 잡음에서는 한계가 {reach} 이상일 때 같은 전략이 80 %의 경우에 동등으로 판정됩니다.</translation>
        </message>
        <message>
            <source>The evaluation of the first selection.</source>
            <translation>첫 선별을 하는 평가입니다.</translation>
        </message>
        <message>
            <source>The file has changed since the run.</source>
            <translation>실행 이후 파일이 바뀌었습니다.</translation>
        </message>
        <message>
            <source>The file has changed since the run; train on it again.</source>
            <translation>실행 이후 파일이 바뀌었습니다. 그 파일로 다시 학습하세요.</translation>
        </message>
        <message>
            <source>The file has no header; its columns are numbered 1 to {n}.</source>
            <translation>파일에 머리글이 없습니다. 열 번호는 1부터 {n}까지입니다.</translation>
        </message>
        <message>
            <source>The file is cut short or damaged: copy it again.</source>
            <translation>파일이 잘렸거나 손상되었습니다. 다시 복사하세요.</translation>
        </message>
        <message>
            <source>The file is damaged: copy it again, or export the model anew.</source>
            <translation>파일이 손상되었습니다. 다시 복사하거나 모델을 새로 내보내세요.</translation>
        </message>
        <message>
            <source>The file is missing, cut short or of another model: copy the folder again.</source>
            <translation>파일이 없거나 잘렸거나 다른 모델의 것입니다. 폴더를 다시 복사하세요.</translation>
        </message>
        <message>
            <source>The file that its record was read from.</source>
            <translation>기록을 읽어 온 파일입니다.</translation>
        </message>
        <message>
            <source>The first and last tokens in a fixed proportion, whatever the length: 25 % head is 128 + 382 at length 512.</source>
            <translation>길이와 관계없이 처음과 마지막 토큰을 일정한 비율로 읽습니다. 헤드 25 %는 길이 512에서 128 + 382입니다.</translation>
        </message>
        <message>
            <source>The first sheet with a table, or the sheets called train, validation and test; values as last computed.</source>
            <translation>표가 있는 첫 번째 시트, 또는 train, validation, test라는 시트. 값은 마지막으로 계산된 것입니다.</translation>
        </message>
        <message>
            <source>The first tokens by count, and as many of the last as there is room for: 128 + 382 at length 512.</source>
            <translation>처음 토큰을 개수로 정하고, 마지막 토큰은 자리가 있는 만큼 읽습니다. 길이 512에서 128 + 382입니다.</translation>
        </message>
        <message>
            <source>The first tokens.</source>
            <translation>처음 토큰들.</translation>
        </message>
        <message>
            <source>The folder's only file is read: {file}.</source>
            <translation>폴더의 유일한 파일을 읽습니다: {file}.</translation>
        </message>
        <message>
            <source>The frozen parts stay as random as they start: the encoder is untrained.</source>
            <translation>동결된 부분은 무작위 그대로 남습니다. 인코더가 학습되지 않았습니다.</translation>
        </message>
        <message>
            <source>The function after the hidden layer.</source>
            <translation>은닉층 다음의 함수입니다.</translation>
        </message>
        <message>
            <source>The head alone for as long as validation improves, on features that stay as they are; then everything at a low rate (LP-FT, Kumar et al. 2022). For comparison, everything at once.</source>
            <translation>검증 결과가 좋아지는 동안 그대로 둔 특징 위에서 헤드만 학습하고, 그다음 낮은 학습률로 전체를 학습합니다(LP-FT, Kumar et al. 2022). 비교 대상: 처음부터 전체 학습.</translation>
        </message>
        <message>
            <source>The head alone; then each part alone from the bottom, embeddings, layers, pooler; in the end everything.</source>
            <translation>헤드만 학습한 뒤, 아래에서부터 임베딩, 층, 풀러를 각각 따로, 마지막에 전체를 학습합니다.</translation>
        </message>
        <message>
            <source>The inner dimension of the two matrices.</source>
            <translation>두 행렬의 내부 차원입니다.</translation>
        </message>
        <message>
            <source>The keys {columns} hold lists or objects: write what is needed of them as keys of the row.</source>
            <translation>키 {columns}의 값은 목록이나 객체입니다. 그중 필요한 것을 행의 키로 쓰세요.</translation>
        </message>
        <message>
            <source>The last phase ({phase}) is not reached within {total} updates.</source>
            <translation>마지막 구간({phase})은 업데이트 {total}번 안에 오지 않습니다.</translation>
        </message>
        <message>
            <source>The last tokens.</source>
            <translation>마지막 토큰들.</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>The last update was tested: no validation labels chose the checkpoint.</source>
            <translation>마지막 업데이트를 테스트했습니다: 검증 레이블로 체크포인트를 선택하지 않았습니다.</translation>
        </message>
        <message>
            <source>The layer whose states of words are learnt; 0: the top one.</source>
            <translation>단어의 상태를 학습할 층입니다. 0: 맨 위 층.</translation>
        </message>
        <message>
            <source>The limit; a value equal to it is allowed.</source>
            <translation>한계값이며, 이와 같은 값도 허용됩니다.</translation>
        </message>
        <message>
            <source>The line would read "{text}" in cp1252.</source>
            <translation>이 줄은 cp1252로 읽으면 "{text}"입니다.</translation>
        </message>
        <message>
            <source>The mean absolute distance from the true number, in its unit.</source>
            <translation>실제 수치와의 평균 절대 거리이며, 단위는 수치와 같습니다.</translation>
        </message>
        <message>
            <source>The mean distance of confidence from accuracy over 15 bins of confidence, in points (ECE, Guo et al. 2017).</source>
            <translation>확신도의 15개 구간에서 확신도와 정확도 사이의 평균 거리(%p)입니다(ECE, Guo et al. 2017).</translation>
        </message>
        <message>
            <source>The mean loss that training lowers, in the unit of its objective.</source>
            <translation>학습이 낮추는 평균 손실이며, 단위는 목적 함수의 단위입니다.</translation>
        </message>
        <message>
            <source>The mean over classes of F1, each class weighted by the number of its texts.</source>
            <translation>클래스별 F1을 텍스트 수로 가중한 평균입니다.</translation>
        </message>
        <message>
            <source>The mean over classes of F1, the harmonic mean of precision and recall: rare classes count as much as others.</source>
            <translation>정밀도와 재현율의 조화 평균인 F1의 클래스 평균입니다. 드문 클래스도 다른 클래스와 똑같이 반영됩니다.</translation>
        </message>
        <message>
            <source>The mean over classes of recall; guessing one class gives 100 / number of classes (Brodersen et al. 2010).</source>
            <translation>재현율의 클래스 평균입니다. 한 클래스로만 답하면 100 / 클래스 수가 됩니다(Brodersen et al. 2010).</translation>
        </message>
        <message>
            <source>The mean squared distance of probabilities from what is true, summed over classes: 0 to 2 (Brier 1950).</source>
            <translation>확률과 실제 사이의 평균 제곱 거리를 클래스에 대해 더한 값, 0~2(Brier 1950).</translation>
        </message>
        <message>
            <source>The model as it was when the stage began is the teacher.</source>
            <translation>단계가 시작될 때의 모델이 교사입니다.</translation>
        </message>
        <message>
            <source>The model learnt from {names}.</source>
            <translation>모델이 학습한 열: {names}.</translation>
        </message>
        <message>
            <source>The model was damaged, or its training has diverged: choose another one.</source>
            <translation>모델이 손상되었거나 학습이 발산했습니다. 다른 모델을 고르세요.</translation>
        </message>
        <message>
            <source>The name of its curve; empty: the data set's name.</source>
            <translation>곡선의 이름입니다. 비우면 데이터셋의 이름.</translation>
        </message>
        <message>
            <source>The name of its curves and its head; empty: the data set's name.</source>
            <translation>곡선과 헤드의 이름입니다. 비우면 데이터셋의 이름.</translation>
        </message>
        <message>
            <source>The name of the sheet to read; empty: those of the splits, else the first with a table.</source>
            <translation>읽을 시트의 이름. 비우면 분할의 시트, 없으면 표가 있는 첫 번째 시트입니다.</translation>
        </message>
        <message>
            <source>The next month of the same shop: a new queue for a recalled kettle, a strike, a new version of the app. Trained after May, it shows what a model forgets.</source>
            <translation>같은 상점의 다음 달: 리콜된 주전자를 위한 새 대기열, 파업, 앱의 새 버전. 5월 다음에 학습하면 모델이 무엇을 잊는지 보여 줍니다.</translation>
        </message>
        <message>
            <source>The number of equally likely words with the same uncertainty: exp of the mean loss.</source>
            <translation>같은 불확실성을 갖는, 확률이 같은 단어의 수입니다: 평균 손실의 exp.</translation>
        </message>
        <message>
            <source>The number of first evaluations at which no trial is stopped.</source>
            <translation>시행을 중단하지 않는 처음 평가의 수입니다.</translation>
        </message>
        <message>
            <source>The number of passages of general text that are read each time.</source>
            <translation>매번 읽는 일반 텍스트 구절의 수입니다.</translation>
        </message>
        <message>
            <source>The number of training texts, and the largest number of validation texts.</source>
            <translation>학습 텍스트의 수와 검증 텍스트의 최대 수입니다.</translation>
        </message>
        <message>
            <source>The number of trials that are never stopped early.</source>
            <translation>일찍 중단하지 않는 시행의 수입니다.</translation>
        </message>
        <message>
            <source>The numbers are not comparable; the contrasts between them are.</source>
            <translation>값의 수준은 비교할 수 없고, 대비는 비교할 수 있습니다.</translation>
        </message>
        <message>
            <source>The original BERT code's Adam: no bias correction, so the first hundred updates are up to 6.6 times larger.</source>
            <translation>원본 BERT 코드의 Adam: 편향 보정이 없어 처음 백 번의 업데이트가 최대 6.6배 큽니다.</translation>
        </message>
        <message>
            <source>The original BERT code: after the rise the rate drops at once to (1 - warm-up) of the peak, then to zero.</source>
            <translation>원본 BERT 코드: 상승이 끝나면 학습률이 곧바로 최댓값의 (1 - 워밍업)으로 떨어지고, 그다음 0까지 내려갑니다.</translation>
        </message>
        <message>
            <source>The original's multi-task script: the lower half of the layers at 1/1.5, the top layer at 1.5 times the rate.</source>
            <translation>원본의 멀티태스크 스크립트: 하위 절반의 층은 학습률의 1/1.5배, 맨 위 층은 1.5배입니다.</translation>
        </message>
        <message>
            <source>The original's plain script: the lowest third of the layers at 1/2.6, the highest at 2.6 times the rate.</source>
            <translation>원본의 일반 스크립트: 하위 3분의 1의 층은 학습률의 1/2.6배, 상위 3분의 1은 2.6배입니다.</translation>
        </message>
        <message>
            <source>The paper names no limit on the fractions of a text; here all are read.</source>
            <translation>논문은 텍스트 조각 수의 한도를 밝히지 않습니다. 여기서는 모두 읽습니다.</translation>
        </message>
        <message>
            <source>The paper's IMDb set-up</source>
            <translation>논문의 IMDb 설정</translation>
        </message>
        <message>
            <source>The paper's equation carried down to the embeddings: ξ^(L-l) with the embeddings as layer 0.</source>
            <translation>논문의 식을 임베딩까지 적용합니다: 임베딩을 층 0으로 하여 ξ^(L-l).</translation>
        </message>
        <message>
            <source>The paper's sets: {known}.</source>
            <translation>논문의 데이터셋: {known}.</translation>
        </message>
        <message>
            <source>The part that is read of a text longer than the length.</source>
            <translation>최대 길이보다 긴 텍스트에서 읽을 부분입니다.</translation>
        </message>
        <message>
            <source>The path exists up to {folder}.</source>
            <translation>경로는 {folder}까지 존재합니다.</translation>
        </message>
        <message>
            <source>The peak rate of the top layer. 2e-5 to 5e-5 for BERT-base; small encoders take more.</source>
            <translation>맨 위 층의 최대 학습률입니다. BERT-base에는 2e-5~5e-5이며, 작은 인코더는 더 큰 값을 씁니다.</translation>
        </message>
        <message>
            <source>The peak rate.</source>
            <translation>최대 학습률입니다.</translation>
        </message>
        <message>
            <source>The probability with which, at each update, a weight of the encoder's matrices is replaced by its value at the beginning of the stage; 0: off. The paper uses 0.7 to 0.9, in place of dropout.</source>
            <translation>업데이트마다 인코더 행렬의 가중치가 단계 시작 시의 값으로 바뀔 확률입니다. 0: 끔. 논문은 드롭아웃 대신 0.7~0.9를 씁니다.</translation>
        </message>
        <message>
            <source>The quickstart at two rates and three seeds each: effect of the rate on the speed of learning and on the final error.</source>
            <translation>두 학습률과 각각 세 시드로 하는 Quickstart: 학습률이 학습 속도와 최종 오류율에 미치는 영향.</translation>
        </message>
        <message>
            <source>The quickstart with pre-trained and with random weights of the same encoder: the value of pre-training.</source>
            <translation>같은 인코더를 사전 학습된 가중치와 임의 가중치로 하는 Quickstart: 사전 학습의 가치.</translation>
        </message>
        <message>
            <source>The rate of a layer is ξ times the rate of the layer above it.</source>
            <translation>한 층의 학습률은 바로 위층 학습률의 ξ배입니다.</translation>
        </message>
        <message>
            <source>The recipe that the experiment was made from.</source>
            <translation>실험이 만들어진 레시피입니다.</translation>
        </message>
        <message>
            <source>The rest is there.</source>
            <translation>나머지는 그곳에 있습니다.</translation>
        </message>
        <message>
            <source>The root of the mean squared distance from the true number, in its unit.</source>
            <translation>실제 수치와의 평균 제곱 거리의 제곱근이며, 단위는 수치와 같습니다.</translation>
        </message>
        <message>
            <source>The run and its curves are in the store.</source>
            <translation>실행과 곡선은 저장소에 있습니다.</translation>
        </message>
        <message>
            <source>The same as a percentage of the training split (rows held out for validation included in the count).</source>
            <translation>학습 분할에 대한 백분율로 같은 것을 정합니다(검증용으로 떼어 둔 행도 셈에 포함).</translation>
        </message>
        <message>
            <source>The same, in proportion to how much each weight mattered for what was learnt before.</source>
            <translation>같은 방식이되, 이전에 배운 것에 각 가중치가 얼마나 중요했는지에 비례합니다.</translation>
        </message>
        <message>
            <source>The scale; the product counts α / r.</source>
            <translation>크기 조정값입니다. 곱은 α / r만큼 반영됩니다.</translation>
        </message>
        <message>
            <source>The schedule restarts whenever layers are unfrozen, as in the authors' code; off: one schedule throughout.</source>
            <translation>저자의 코드처럼 층의 동결을 풀 때마다 스케줄을 다시 시작합니다. 끄면 전체에 스케줄이 하나입니다.</translation>
        </message>
        <message>
            <source>The seed of all random draws; the same seed gives the same run.</source>
            <translation>모든 무작위 요소의 시드입니다. 시드가 같으면 실행도 같습니다.</translation>
        </message>
        <message>
            <source>The separator of the labels in a cell. A cell that is a JSON list is read as one.</source>
            <translation>칸 안의 레이블 사이에 있는 문자입니다. JSON 목록인 칸은 목록으로 읽습니다.</translation>
        </message>
        <message>
            <source>The share of all updates during which only the head learns.</source>
            <translation>헤드만 학습하는 업데이트의 비율입니다.</translation>
        </message>
        <message>
            <source>The share of all updates over which the rate rises from zero to its peak.</source>
            <translation>학습률이 0에서 최댓값까지 오르는 업데이트의 비율입니다.</translation>
        </message>
        <message>
            <source>The share of all updates that rise.</source>
            <translation>학습률이 오르는 업데이트의 비율입니다.</translation>
        </message>
        <message>
            <source>The share of the length that is kept from the start.</source>
            <translation>길이 중 처음부터(헤드) 유지하는 비율입니다.</translation>
        </message>
        <message>
            <source>The share of the target that is spread evenly over all classes; 0.1 is usual.</source>
            <translation>타깃 중 모든 클래스에 고르게 나누는 비율입니다. 보통 0.1입니다.</translation>
        </message>
        <message>
            <source>The share of the variance that is explained; 0 is that of predicting the split's mean, below is worse.</source>
            <translation>설명된 분산의 비율입니다. 0은 분할의 평균을 예측할 때의 값이고, 그보다 작으면 더 나쁩니다.</translation>
        </message>
        <message>
            <source>The split '{split}' has no labels and is not used.</source>
            <translation>분할 '{split}'에는 레이블이 없어 쓰지 않습니다.</translation>
        </message>
        <message>
            <source>The split '{split}' is not used.</source>
            <translation>분할 '{split}'은(는) 쓰지 않습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stage_starts.py" />
            <source>The stage before ({stage})</source>
            <translation>이전 단계({stage})</translation>
        </message>
        <message>
            <source>The stage ends after this many evaluations in a row outside the bound; 0: never.</source>
            <translation>평가가 이 횟수만큼 잇달아 한계를 벗어나면 단계가 끝납니다. 0: 계속 진행.</translation>
        </message>
        <message>
            <source>The stage's result is missing or damaged: start the run again.</source>
            <translation>단계의 결과가 없거나 손상되었습니다. 실행을 다시 시작하세요.</translation>
        </message>
        <message>
            <source>The stages of training, in order.</source>
            <translation>순서대로 진행하는 학습 단계입니다.</translation>
        </message>
        <message>
            <source>The strength with the fewest validation errors, then the lowest loss; or the library's default, 1, which needs no validation labels.</source>
            <translation>검증 오류가 가장 적은 강도(같으면 손실이 가장 낮은 것), 또는 검증 레이블이 필요 없는 라이브러리의 기본값 1.</translation>
        </message>
        <message>
            <source>The tables of a reproduction have one size.</source>
            <translation>재현의 표는 크기가 하나입니다.</translation>
        </message>
        <message>
            <source>The teacher: a folder in Hugging Face layout, a hub id, or a run's encoder (run:12). Its vocabulary and width may differ; both encoders read the same words.</source>
            <translation>학습의 본보기가 되는 인코더: Hugging Face 형식의 폴더, 허브 ID, 또는 실행이 남긴 것(run:12). 어휘와 너비가 달라도 되며, 둘은 같은 단어를 읽습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/checks/findings.py" />
            <source>The test split has {n} text: too few for a conclusion (at least {least} are needed).</source>
            <translation>테스트 분할의 텍스트가 {n}개뿐이어서 아무것도 말할 수 없습니다(적어도 {least}개가 필요합니다).</translation>
        </message>
        <message>
            <location filename="../../engine/spec/checks/findings.py" />
            <source>The test split has {n} texts: too few for a conclusion (at least {least} are needed).</source>
            <translation>테스트 분할의 텍스트가 {n}개뿐이어서 아무것도 말할 수 없습니다(적어도 {least}개가 필요합니다).</translation>
        </message>
        <message>
            <source>The text between joined text columns.</source>
            <translation>이어 붙인 텍스트 열 사이에 넣는 문자열입니다.</translation>
        </message>
        <message>
            <source>The text chooses the best model on a validation set. The code evaluates the test set after every epoch and leaves the choice to its user, which is not offered here.</source>
            <translation>본문은 검증 데이터로 가장 좋은 모델을 고릅니다. 코드는 에폭마다 테스트 데이터를 평가하고 선택을 사용자에게 맡기는데, 여기서는 제공하지 않습니다.</translation>
        </message>
        <message>
            <source>The text does not mention clipping.</source>
            <translation>본문에는 클리핑에 대한 언급이 없습니다.</translation>
        </message>
        <message>
            <source>The text names Adam with its β. The code's Adam corrects no bias, so its first updates are up to 6.6 times larger, and its ε is 1e-6; the text gives no ε.</source>
            <translation>본문은 Adam과 그 β를 말합니다. 코드의 Adam은 편향을 보정하지 않아 처음 업데이트가 최대 6.6배 크고 ε은 1e-6입니다. 본문에는 ε이 없습니다.</translation>
        </message>
        <message>
            <source>The text names masked words and next sentence; their shares are the code's.</source>
            <translation>본문은 마스킹된 단어와 다음 문장만 말하며, 비율은 코드의 값입니다.</translation>
        </message>
        <message>
            <source>The text names slanted triangular rates; their ratio of 32 is Howard and Ruder's. The code rises from zero over a tenth of the updates, drops at once to nine tenths of the peak and falls to zero.</source>
            <translation>본문은 기울어진 삼각형 학습률을 말하며 비율 32는 Howard와 Ruder의 값입니다. 코드는 업데이트의 10분의 1 동안 0에서 올라가고, 곧바로 최댓값의 10분의 9로 떨어진 뒤 0까지 내려갑니다.</translation>
        </message>
        <message>
            <source>The text that stands for a class, {class} its name in words (card_not_working: card not working): '{class}', 'This text is about {class}.'</source>
            <translation>클래스를 나타내는 텍스트. {class}은(는) 말로 쓴 이름(card_not_working: card not working): '{class}', 'This text is about {class}.'</translation>
        </message>
        <message>
            <source>The text's classifier reads the last layer's [CLS]; the code's default passes it through BERT's pooler first. Its option --layers reads [CLS] itself, under the layer numbers of Table 3.</source>
            <translation>본문의 분류기는 마지막 층의 [CLS]를 읽고, 코드의 기본값은 먼저 BERT의 풀러를 거칩니다. 옵션 --layers는 표 3의 층 번호로 [CLS]를 바로 읽습니다.</translation>
        </message>
        <message>
            <source>The text's classifiers read the last layer's [CLS]; the code's four heads read BERT's pooler.</source>
            <translation>본문의 분류기들은 마지막 층의 [CLS]를 읽고, 코드의 헤드 네 개는 BERT의 풀러를 읽습니다.</translation>
        </message>
        <message>
            <source>The text: at most 4, for fine-tuning in general. The code's default is 3, its README has 3, 4 and 6.</source>
            <translation>본문: 파인튜닝 일반에 대해 최대 4. 코드의 기본값은 3이고 README에는 3, 4, 6이 있습니다.</translation>
        </message>
        <message>
            <source>The text: at most 4. The code's default is 3, its README has 3, 4 and 6.</source>
            <translation>본문: 최대 4. 코드의 기본값은 3이고 README에는 3, 4, 6이 있습니다.</translation>
        </message>
        <message>
            <source>The text: spaCy for English, the marks 。？！ for Chinese (kind full_width). The code names the pipeline; it has no Chinese script.</source>
            <translation>본문: 영어는 spaCy, 중국어는 부호 。？！(kind full_width). 코드는 파이프라인을 명시하며 중국어 스크립트는 없습니다.</translation>
        </message>
        <message>
            <source>The text: the training data, of which our validation split is a part. The one corpus script of the code, for AG's News, writes the test texts into the corpus too, without labels.</source>
            <translation>본문: 학습 데이터이며 우리의 검증 분할은 그 일부입니다. 코드에 하나뿐인 말뭉치 스크립트(AG's News용)는 테스트 텍스트도 레이블 없이 말뭉치에 씁니다.</translation>
        </message>
        <message>
            <source>The texts and labels.</source>
            <translation>텍스트와 레이블입니다.</translation>
        </message>
        <message>
            <source>The update rule.</source>
            <translation>업데이트 규칙입니다.</translation>
        </message>
        <message>
            <source>The upper limit of balanced weights, so that a rare label does not dominate.</source>
            <translation>균형 가중치의 상한으로, 드문 레이블이 압도하지 않게 합니다.</translation>
        </message>
        <message>
            <source>The validation metric that chooses the tested checkpoint; of several tasks its mean.</source>
            <translation>테스트할 체크포인트를 고르는 검증 지표입니다. 태스크가 여럿이면 그 평균입니다.</translation>
        </message>
        <message>
            <source>The validation split ({validation} rows) is larger than the {train} training rows; Validation rows makes it smaller.</source>
            <translation>검증 분할({validation}개 행)이 학습하는 {train}개 행보다 큽니다. 검증 행 수로 줄일 수 있습니다.</translation>
        </message>
        <message>
            <source>The vector of a whole text: the mean of the teacher's top states, as sentence encoders are trained, or the state of its first token.</source>
            <translation>텍스트 전체의 벡터: 문장 인코더를 학습할 때처럼 교사의 최상위 상태의 평균, 또는 첫 토큰의 상태.</translation>
        </message>
        <message>
            <source>The weight of a text that has a label in this label's training loss, where a text without it has 1; above 1 finds more of a rare label, with more false alarms.</source>
            <translation>레이블이 있는 텍스트가 그 레이블의 학습 손실에 반영되는 비중이며, 없는 텍스트는 1입니다. 1보다 크면 드문 레이블을 더 많이 찾는 대신 거짓 양성이 늘어납니다.</translation>
        </message>
        <message>
            <source>The weight of the penalty.</source>
            <translation>벌점의 가중치입니다.</translation>
        </message>
        <message>
            <source>The weight of the teacher's predictions.</source>
            <translation>교사의 예측에 주는 가중치입니다.</translation>
        </message>
        <message>
            <source>The weight r of replayed texts: the loss is (1 − r) new + r replayed. As many texts are replayed per update as are r of the whole batch, at least one.</source>
            <translation>리플레이 텍스트의 가중치 r: 손실은 (1 − r) 새 텍스트 + r 리플레이입니다. 업데이트마다 전체 배치의 r만큼, 최소 하나의 텍스트를 리플레이합니다.</translation>
        </message>
        <message>
            <source>The whole encoder keeps its weights; only the head learns.</source>
            <translation>인코더 전체가 가중치를 유지하고 헤드만 학습합니다.</translation>
        </message>
        <message>
            <source>Their texts are the corpus: one set is within-task, several of a domain in-domain, all cross-domain.</source>
            <translation>이 데이터셋들의 텍스트가 말뭉치입니다. 하나면 태스크 내, 한 도메인의 여럿이면 도메인 내, 모두면 도메인 간입니다.</translation>
        </message>
        <message>
            <source>Then remove the old key with ssh-keygen -R HOST.</source>
            <translation>그런 다음 ssh-keygen -R HOST로 이전 키를 지우세요.</translation>
        </message>
        <message>
            <source>There are only {texts} training texts: one update per epoch.</source>
            <translation>학습 텍스트가 {texts}개뿐이라 에폭마다 업데이트가 한 번입니다.</translation>
        </message>
        <message>
            <source>There is no .index, .bin, .pt or .pth file in it.</source>
            <translation>안에 .index, .bin, .pt, .pth 파일이 없습니다.</translation>
        </message>
        <message>
            <source>There is no test split, so there will be no test error.</source>
            <translation>테스트 분할이 없어 테스트 오류율이 나오지 않습니다.</translation>
        </message>
        <message>
            <source>There is no test split: {rows} rows ({share} %) were held out for it, seed {seed}.</source>
            <translation>테스트 분할이 없어 {rows}개 행({share} %)을 떼어 두었습니다. 시드 {seed}.</translation>
        </message>
        <message>
            <source>There is no test split: {rows} rows ({share} %) were held out for it, stratified, seed {seed}.</source>
            <translation>테스트 분할이 없어 {rows}개 행({share} %)을 클래스 비율대로 떼어 두었습니다. 시드 {seed}.</translation>
        </message>
        <message>
            <source>These texts have no single class.</source>
            <translation>이 텍스트에는 하나뿐인 클래스가 없습니다.</translation>
        </message>
        <message>
            <source>They are kept when a stage that learns classes has ended; train it again with --set data.validation_share=0.1.</source>
            <translation>클래스를 학습하는 단계가 끝나면 보관됩니다. --set data.validation_share=0.1로 다시 학습하세요.</translation>
        </message>
        <message>
            <source>They are kept when a stage that learns classes has ended; train it again with this version.</source>
            <translation>확률은 클래스를 학습하는 단계가 끝날 때 보관합니다. 이 버전으로 다시 학습하세요.</translation>
        </message>
        <message>
            <source>They are numbers: learn them as such (--set data.target.kind=number; in the window: Labels are), or check the label column (--set data.label=NAME; in the window: Label).</source>
            <translation>수입니다. 수로 학습하거나(--set data.target.kind=number, 창에서는 레이블 종류) 레이블 열을 확인하세요(--set data.label=NAME, 창에서는 레이블).</translation>
        </message>
        <message>
            <source>They are of two models: copy the model again.</source>
            <translation>서로 다른 모델의 것입니다. 모델을 다시 복사하세요.</translation>
        </message>
        <message>
            <source>They are stored when a run has been tested.</source>
            <translation>실행을 테스트한 뒤에 저장됩니다.</translation>
        </message>
        <message>
            <source>This preview reads only the beginning: rows, classes and skipped rows are counted there.</source>
            <translation>미리보기는 앞부분만 읽습니다. 행 수, 클래스, 제외된 것은 그 부분의 값입니다.</translation>
        </message>
        <message>
            <location filename="../../engine/lab/encoder_ranking.py" />
            <source>This ranks frozen features (the mean over the tokens). Fine-tuning may change the order of close encoders, and sentence encoders are favoured. Fine-tune the first two or three.</source>
            <translation>고정된 특징(토큰 평균)으로 매긴 순위입니다. 파인튜닝하면 비슷한 인코더들의 순서가 달라질 수 있고, 문장 인코더가 유리합니다. 앞의 두세 개를 파인튜닝해 보세요.</translation>
        </message>
        <message>
            <source>This run stored no confidence values.</source>
            <translation>이 실행은 확신도를 저장하지 않았습니다.</translation>
        </message>
        <message>
            <source>Time</source>
            <translation>시간</translation>
        </message>
        <message>
            <source>Time before the limit at which a run saves a checkpoint and ends.</source>
            <translation>시간 제한이 되기 얼마 전에 실행이 체크포인트를 저장하고 끝나는지입니다.</translation>
        </message>
        <message>
            <source>Time limit</source>
            <translation>시간 제한</translation>
        </message>
        <message>
            <source>Title and opening lines of generated short news items from four newsrooms, whose subjects overlap: clubs on the stock exchange, ministers in the laboratory.</source>
            <translation>네 편집국의 생성된 짧은 뉴스 제목과 첫 줄입니다. 소재가 겹칩니다: 증권 거래소의 구단, 실험실의 장관.</translation>
        </message>
        <message>
            <source>To continue without it, empty the variable.</source>
            <translation>없이 계속하려면 변수를 비우세요.</translation>
        </message>
        <message>
            <source>To examine this one: palimpsest store check --store COPY.</source>
            <translation>이 사본을 검사하려면: palimpsest store check --store COPY.</translation>
        </message>
        <message>
            <source>Together</source>
            <translation>전체를 함께</translation>
        </message>
        <message>
            <source>Tokenising the corpus</source>
            <translation>말뭉치 토큰화 중</translation>
        </message>
        <message>
            <source>Tokenising {name}</source>
            <translation>{name} 토큰화 중</translation>
        </message>
        <message>
            <source>Tokenising {split} second segments</source>
            <translation>{split} 둘째 구간 토큰화 중</translation>
        </message>
        <message>
            <source>Tokenising {split} texts</source>
            <translation>{split} 텍스트 토큰화 중</translation>
        </message>
        <message>
            <source>Tokens</source>
            <translation>토큰</translation>
        </message>
        <message>
            <source>Tokens kept from the start; the tail fills the rest of the length.</source>
            <translation>처음부터(헤드) 유지하는 토큰 수입니다. 테일이 나머지 길이를 채웁니다.</translation>
        </message>
        <message>
            <source>Tokens per batch in evaluation; of long texts read in fractions, tokens encoded at once. 0: chosen for the device.</source>
            <translation>평가에서 배치당 토큰 수이며, 조각으로 읽는 긴 텍스트에서는 한 번에 인코딩하는 토큰 수입니다. 0: 장치에 맞게 고름.</translation>
        </message>
        <message>
            <source>Tokens per second</source>
            <translation>초당 토큰</translation>
        </message>
        <message>
            <source>Tokens per window, special tokens included; 0: as long as the encoder reads.</source>
            <translation>특수 토큰을 포함한 창당 토큰 수입니다. 0: 인코더가 읽을 수 있는 만큼.</translation>
        </message>
        <message>
            <source>Tokens that a fraction shares with the one before it.</source>
            <translation>조각이 바로 앞 조각과 공유하는 토큰 수입니다.</translation>
        </message>
        <message>
            <source>Top layer</source>
            <translation>맨 위 층</translation>
        </message>
        <message>
            <source>Train</source>
            <translation>학습</translation>
        </message>
        <message>
            <source>Train for at least this many updates, because few texts need many passes. Evaluations are then spread over all of them.</source>
            <translation>에폭이 그보다 적어도 이 횟수만큼 업데이트합니다. 텍스트가 적으면 여러 번 돌아야 하기 때문입니다. 그러면 평가는 전체에 고르게 나뉩니다.</translation>
        </message>
        <message>
            <source>Train for longer, or shorten the phases.</source>
            <translation>더 오래 학습하거나 구간을 줄이세요.</translation>
        </message>
        <message>
            <source>Train it again (palimpsest rerun {run}).</source>
            <translation>다시 학습하세요(palimpsest rerun {run}).</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/external.py" />
            <source>Trained by {program}</source>
            <translation>{program}에서 학습됨</translation>
        </message>
        <message>
            <source>Trained elsewhere</source>
            <translation>외부에서 학습됨</translation>
        </message>
        <message>
            <source>Training Brier score</source>
            <translation>학습 브라이어 점수</translation>
        </message>
        <message>
            <source>Training F1</source>
            <translation>학습 F1</translation>
        </message>
        <message>
            <source>Training Hamming loss</source>
            <translation>학습 해밍 손실</translation>
        </message>
        <message>
            <source>Training MAE</source>
            <translation>학습 MAE</translation>
        </message>
        <message>
            <source>Training Matthews correlation</source>
            <translation>학습 매슈스 상관</translation>
        </message>
        <message>
            <source>Training RMSE</source>
            <translation>학습 RMSE</translation>
        </message>
        <message>
            <source>Training ROC AUC</source>
            <translation>학습 ROC AUC</translation>
        </message>
        <message>
            <source>Training R²</source>
            <translation>학습 R²</translation>
        </message>
        <message>
            <source>Training Spearman correlation</source>
            <translation>학습 스피어만 상관</translation>
        </message>
        <message>
            <source>Training accuracy</source>
            <translation>학습 정확도</translation>
        </message>
        <message>
            <source>Training and validation</source>
            <translation>학습과 검증</translation>
        </message>
        <message>
            <source>Training average precision</source>
            <translation>학습 평균 정밀도(AP)</translation>
        </message>
        <message>
            <source>Training balanced accuracy</source>
            <translation>학습 균형 정확도</translation>
        </message>
        <message>
            <source>Training calibration error</source>
            <translation>학습 보정 오차</translation>
        </message>
        <message>
            <source>Training ended before its last step.</source>
            <translation>학습이 마지막 스텝 전에 끝났습니다.</translation>
        </message>
        <message>
            <source>Training error</source>
            <translation>학습 오류율</translation>
        </message>
        <message>
            <source>Training label ranking average precision</source>
            <translation>학습 레이블 순위 평균 정밀도</translation>
        </message>
        <message>
            <source>Training loss</source>
            <translation>학습 손실</translation>
        </message>
        <message>
            <source>Training macro F1</source>
            <translation>학습 매크로 F1</translation>
        </message>
        <message>
            <source>Training mean distance in ranks</source>
            <translation>학습 평균 등급 거리</translation>
        </message>
        <message>
            <source>Training micro F1</source>
            <translation>학습 마이크로 F1</translation>
        </message>
        <message>
            <source>Training next-sentence Brier score</source>
            <translation>학습 다음 문장 브라이어 점수</translation>
        </message>
        <message>
            <source>Training next-sentence F1</source>
            <translation>학습 다음 문장 F1</translation>
        </message>
        <message>
            <source>Training next-sentence Hamming loss</source>
            <translation>학습 다음 문장 해밍 손실</translation>
        </message>
        <message>
            <source>Training next-sentence MAE</source>
            <translation>학습 다음 문장 MAE</translation>
        </message>
        <message>
            <source>Training next-sentence Matthews correlation</source>
            <translation>학습 다음 문장 매슈스 상관</translation>
        </message>
        <message>
            <source>Training next-sentence RMSE</source>
            <translation>학습 다음 문장 RMSE</translation>
        </message>
        <message>
            <source>Training next-sentence ROC AUC</source>
            <translation>학습 다음 문장 ROC AUC</translation>
        </message>
        <message>
            <source>Training next-sentence R²</source>
            <translation>학습 다음 문장 R²</translation>
        </message>
        <message>
            <source>Training next-sentence Spearman correlation</source>
            <translation>학습 다음 문장 스피어만 상관</translation>
        </message>
        <message>
            <source>Training next-sentence accuracy</source>
            <translation>학습 다음 문장 정확도</translation>
        </message>
        <message>
            <source>Training next-sentence average precision</source>
            <translation>학습 다음 문장 평균 정밀도(AP)</translation>
        </message>
        <message>
            <source>Training next-sentence balanced accuracy</source>
            <translation>학습 다음 문장 균형 정확도</translation>
        </message>
        <message>
            <source>Training next-sentence calibration error</source>
            <translation>학습 다음 문장 보정 오차</translation>
        </message>
        <message>
            <source>Training next-sentence error</source>
            <translation>학습 다음 문장 오류율</translation>
        </message>
        <message>
            <source>Training next-sentence label ranking average precision</source>
            <translation>학습 다음 문장 레이블 순위 평균 정밀도</translation>
        </message>
        <message>
            <source>Training next-sentence loss</source>
            <translation>학습 다음 문장 손실</translation>
        </message>
        <message>
            <source>Training next-sentence macro F1</source>
            <translation>학습 다음 문장 매크로 F1</translation>
        </message>
        <message>
            <source>Training next-sentence mean distance in ranks</source>
            <translation>학습 다음 문장 평균 등급 거리</translation>
        </message>
        <message>
            <source>Training next-sentence micro F1</source>
            <translation>학습 다음 문장 마이크로 F1</translation>
        </message>
        <message>
            <source>Training next-sentence perplexity</source>
            <translation>학습 다음 문장 퍼플렉서티</translation>
        </message>
        <message>
            <source>Training next-sentence precision</source>
            <translation>학습 다음 문장 정밀도</translation>
        </message>
        <message>
            <source>Training next-sentence quadratic weighted kappa</source>
            <translation>학습 다음 문장 이차 가중 카파</translation>
        </message>
        <message>
            <source>Training next-sentence recall</source>
            <translation>학습 다음 문장 재현율</translation>
        </message>
        <message>
            <source>Training next-sentence subset accuracy</source>
            <translation>학습 다음 문장 부분집합 정확도</translation>
        </message>
        <message>
            <source>Training next-sentence weighted F1</source>
            <translation>학습 다음 문장 가중 F1</translation>
        </message>
        <message>
            <source>Training perplexity</source>
            <translation>학습 퍼플렉서티</translation>
        </message>
        <message>
            <source>Training precision</source>
            <translation>학습 정밀도</translation>
        </message>
        <message>
            <source>Training quadratic weighted kappa</source>
            <translation>학습 이차 가중 카파</translation>
        </message>
        <message>
            <source>Training recall</source>
            <translation>학습 재현율</translation>
        </message>
        <message>
            <source>Training rows</source>
            <translation>학습 행 수</translation>
        </message>
        <message>
            <source>Training share</source>
            <translation>학습 비율</translation>
        </message>
        <message>
            <source>Training split</source>
            <translation>학습 분할</translation>
        </message>
        <message>
            <source>Training subset accuracy</source>
            <translation>학습 부분집합 정확도</translation>
        </message>
        <message>
            <source>Training texts of every earlier task, each under its own head, which stays as it is.</source>
            <translation>모든 이전 태스크의 학습 텍스트를 각자의 헤드로 학습하며, 그 헤드는 그대로 둡니다.</translation>
        </message>
        <message>
            <source>Training texts overlap the test texts of Yelp polarity.</source>
            <translation>학습 텍스트가 Yelp polarity의 테스트 텍스트와 겹칩니다.</translation>
        </message>
        <message>
            <source>Training texts that were classified correctly at first and wrongly later.</source>
            <translation>처음에는 바르게 분류되었다가 나중에 잘못 분류된 학습 텍스트.</translation>
        </message>
        <message>
            <source>Training weighted F1</source>
            <translation>학습 가중 F1</translation>
        </message>
        <message>
            <source>Trains a linear model on the features of the frozen encoder: the baseline of fine-tuning. Only for tasks learnt as single label or multi label or ordinal or regression.</source>
            <translation>고정 인코더의 특징으로 선형 모델을 학습합니다. 미세 조정의 기준선입니다. 단일 레이블, 다중 레이블, 순서형, 회귀로 학습하는 과제에만 씁니다.</translation>
        </message>
        <message>
            <source>Trains on general text or earlier tasks along with the new task.</source>
            <translation>새 태스크와 함께 이전에 배운 것도 학습합니다.</translation>
        </message>
        <message>
            <source>Trains the encoder on pairs of texts, then a linear model on its features (SetFit): for few labels. Only for tasks learnt as single label.</source>
            <translation>텍스트 쌍으로 인코더를 학습한 뒤 그 특징으로 선형 모델을 학습합니다(SetFit). 레이블이 적을 때 씁니다. 단일 레이블로 학습하는 과제에만 씁니다.</translation>
        </message>
        <message>
            <source>Trial {trial} comes closest.</source>
            <translation>시행 {trial}이(가) 가장 가깝습니다.</translation>
        </message>
        <message>
            <source>Trial {trial} was chosen on validation, and tested once.</source>
            <translation>시행 {trial}을(를) 검증으로 골라 한 번 테스트했습니다.</translation>
        </message>
        <message>
            <source>True label (empirical)</source>
            <translation>실제 레이블(경험적)</translation>
        </message>
        <message>
            <source>Truncation</source>
            <translation>자르기</translation>
        </message>
        <message>
            <source>Truncation of texts that are too long.</source>
            <translation>너무 긴 텍스트에서 남기는 부분.</translation>
        </message>
        <message>
            <source>Try again when it can.</source>
            <translation>쓸 수 있게 되면 다시 시도하세요.</translation>
        </message>
        <message>
            <source>Try again, or resume the run, when it is back: what was downloaded is kept.</source>
            <translation>연결되면 다시 시도하거나 실행을 재개하세요. 내려받은 것은 보관됩니다.</translation>
        </message>
        <message>
            <source>Try again.</source>
            <translation>다시 시도하세요.</translation>
        </message>
        <message>
            <source>Try utf-8, cp1252 or gb18030.</source>
            <translation>utf-8, cp1252, gb18030을 써 보세요.</translation>
        </message>
        <message>
            <source>Tune it again (palimpsest decide), or remove the file: the model then answers without a rule.</source>
            <translation>다시 조율하거나(palimpsest decide) 파일을 지우세요. 그러면 모델이 규칙 없이 답합니다.</translation>
        </message>
        <message>
            <source>Two learning rates</source>
            <translation>두 가지 학습률</translation>
        </message>
        <message>
            <source>Two segments</source>
            <translation>세그먼트 두 개</translation>
        </message>
        <message>
            <source>Two tasks in a row</source>
            <translation>잇따른 두 태스크</translation>
        </message>
        <message>
            <source>Type it again.</source>
            <translation>다시 입력하세요.</translation>
        </message>
        <message>
            <source>Undoes the escapes and mark-up that copies of a data set carry over from where they were found.</source>
            <translation>데이터셋의 사본이 원래 있던 곳에서 가져온 이스케이프와 마크업을 되돌립니다.</translation>
        </message>
        <message>
            <source>Uniform</source>
            <translation>균등</translation>
        </message>
        <message>
            <source>Unit of counting; automatic: characters where at least 30 % of the letters are Chinese or Japanese, whose words are not written apart, else words.</source>
            <translation>무엇을 세는지입니다. 자동: 글자의 30 % 이상이 띄어쓰기가 없는 중국어나 일본어이면 문자, 아니면 단어.</translation>
        </message>
        <message>
            <source>Unpack it and choose the file or folder inside.</source>
            <translation>압축을 풀고 안의 파일이나 폴더를 고르세요.</translation>
        </message>
        <message>
            <source>Unpack it and name one.</source>
            <translation>압축을 풀고 하나를 지정하세요.</translation>
        </message>
        <message>
            <source>Unpacking files</source>
            <translation>파일 푸는 중</translation>
        </message>
        <message>
            <source>Unpruned trials</source>
            <translation>가지치기하지 않는 시행</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>Up to {n} runs of {strategies} strategies have been tested on one of these test splits: the best of them, if chosen by its test result, looks better than it is.</source>
            <translation>이 테스트 분할 중 하나에서 {strategies}개 전략의 실행이 최대 {n}개 테스트되었습니다. 테스트 결과로 고른 최고는 실제보다 좋아 보입니다.</translation>
        </message>
        <message>
            <source>Update Palimpsest or name another store.</source>
            <translation>Palimpsest를 업데이트하거나 다른 저장소를 지정하세요.</translation>
        </message>
        <message>
            <source>Update Palimpsest.</source>
            <translation>Palimpsest를 업데이트하세요.</translation>
        </message>
        <message>
            <source>Update it there.</source>
            <translation>그곳에서 업데이트하세요.</translation>
        </message>
        <message>
            <source>Updates</source>
            <translation>업데이트</translation>
        </message>
        <message>
            <source>Updates before the next layer is unfrozen; 0: one epoch.</source>
            <translation>다음 층의 동결을 풀기까지의 업데이트 수입니다. 0: 한 에폭.</translation>
        </message>
        <message>
            <source>Updates between measurements on the held-out text.</source>
            <translation>홀드아웃 텍스트에서 측정하는 사이의 업데이트 수입니다.</translation>
        </message>
        <message>
            <source>Updates of 16 pairs. Few texts need fewer: each is in 40 pairs.</source>
            <translation>업데이트 한 번에 텍스트 16쌍입니다. 텍스트가 적으면 업데이트도 적습니다. 텍스트마다 40쌍에 들어갑니다.</translation>
        </message>
        <message>
            <source>Updates of each phase; 0: the stage is divided evenly.</source>
            <translation>각 구간의 업데이트 수입니다. 0: 단계를 고르게 나눔.</translation>
        </message>
        <message>
            <source>Updates planned</source>
            <translation>계획된 업데이트</translation>
        </message>
        <message>
            <source>Updates whose weights are kept, '1000, 2000, 5000': later stages can start from each ('1@2000').</source>
            <translation>가중치를 보관할 업데이트입니다: '1000, 2000, 5000'. 이후 단계가 그 각각에서 시작할 수 있습니다('1@2000').</translation>
        </message>
        <message>
            <source>Use .tsv or .jsonl.</source>
            <translation>.tsv나 .jsonl을 쓰세요.</translation>
        </message>
        <message>
            <source>Use 0 to 100.</source>
            <translation>0~100으로 하세요.</translation>
        </message>
        <message>
            <source>Use 2026-11-20, "2026-11-20 14:30", today or yesterday.</source>
            <translation>2026-11-20, "2026-11-20 14:30", today, yesterday처럼 쓰세요.</translation>
        </message>
        <message>
            <source>Use = for equal, ~ for contains.</source>
            <translation>같음은 =, 포함은 ~를 쓰세요.</translation>
        </message>
        <message>
            <source>Use [CLS].</source>
            <translation>[CLS]를 사용하세요.</translation>
        </message>
        <message>
            <source>Use a mean over classes, such as macro_f1.</source>
            <translation>macro_f1 같은 클래스 평균을 쓰세요.</translation>
        </message>
        <message>
            <source>Use a point for decimals: 3.5, 2e-5.</source>
            <translation>소수에는 점을 쓰세요: 3.5, 2e-5.</translation>
        </message>
        <message>
            <source>Use a stratified random subset of this size; 0: all, even if training rows are few.</source>
            <translation>이 크기의 층화 무작위 부분집합을 씁니다. 0: 학습 행이 아무리 적어도 모두.</translation>
        </message>
        <message>
            <source>Use a stratified random subset of this size; 0: all.</source>
            <translation>이 크기의 층화 무작위 부분집합을 씁니다. 0: 모두.</translation>
        </message>
        <message>
            <source>Use all.</source>
            <translation>모두 사용하세요.</translation>
        </message>
        <message>
            <source>Use another copy.</source>
            <translation>다른 사본을 쓰세요.</translation>
        </message>
        <message>
            <source>Use another word.</source>
            <translation>다른 단어를 쓰세요.</translation>
        </message>
        <message>
            <source>Use at most 1 / η = {most}.</source>
            <translation>최대 1 / η = {most}을(를) 사용하세요.</translation>
        </message>
        <message>
            <source>Use at most {most} bytes.</source>
            <translation>{most}바이트 이하로 하세요.</translation>
        </message>
        <message>
            <source>Use it as the encoder.</source>
            <translation>그대로 인코더로 쓰세요.</translation>
        </message>
        <message>
            <source>Use letters, digits, spaces, - and _.</source>
            <translation>글자, 숫자, 공백, -, _을 쓰세요.</translation>
        </message>
        <message>
            <source>Use masked words only.</source>
            <translation>마스킹된 단어만 쓰세요.</translation>
        </message>
        <message>
            <source>Use one of {names}.</source>
            <translation>다음 중 하나를 쓰세요: {names}.</translation>
        </message>
        <message>
            <source>Use one of: {names}.</source>
            <translation>다음 중 하나를 쓰세요: {names}.</translation>
        </message>
        <message>
            <source>Use seconds, or 90s, 10min, 2h, 1d.</source>
            <translation>초 또는 90s, 10min, 2h, 1d로 쓰세요.</translation>
        </message>
        <message>
            <source>Use small letters, digits, - and _, at most 40, and not '{here}'.</source>
            <translation>소문자, 숫자, -, _을 40자 이하로 쓰세요. '{here}'은(는) 쓸 수 없습니다.</translation>
        </message>
        <message>
            <source>Use stage or pretrained.</source>
            <translation>stage나 pretrained를 쓰세요.</translation>
        </message>
        <message>
            <source>Use the last layer.</source>
            <translation>마지막 층을 사용하세요.</translation>
        </message>
        <message>
            <source>Use the last.</source>
            <translation>마지막 층을 사용하세요.</translation>
        </message>
        <message>
            <source>Use {formats} or {last}.</source>
            <translation>{formats} 또는 {last}을(를) 쓰세요.</translation>
        </message>
        <message>
            <source>Use {kinds}, with a split if you like: duplicates:train.</source>
            <translation>{kinds} 중 하나를 쓰세요. 분할을 붙일 수도 있습니다: duplicates:train.</translation>
        </message>
        <message>
            <source>Use {value}.</source>
            <translation>{value}을(를) 사용하세요.</translation>
        </message>
        <message>
            <source>Validation</source>
            <translation>검증</translation>
        </message>
        <message>
            <source>Validation Brier score</source>
            <translation>검증 브라이어 점수</translation>
        </message>
        <message>
            <source>Validation F1</source>
            <translation>검증 F1</translation>
        </message>
        <message>
            <source>Validation F1, %</source>
            <translation>검증 F1, %</translation>
        </message>
        <message>
            <source>Validation Hamming loss</source>
            <translation>검증 해밍 손실</translation>
        </message>
        <message>
            <source>Validation Hamming loss, %</source>
            <translation>검증 해밍 손실, %</translation>
        </message>
        <message>
            <source>Validation MAE</source>
            <translation>검증 MAE</translation>
        </message>
        <message>
            <source>Validation Matthews correlation</source>
            <translation>검증 매슈스 상관</translation>
        </message>
        <message>
            <source>Validation RMSE</source>
            <translation>검증 RMSE</translation>
        </message>
        <message>
            <source>Validation ROC AUC</source>
            <translation>검증 ROC AUC</translation>
        </message>
        <message>
            <source>Validation R²</source>
            <translation>검증 R²</translation>
        </message>
        <message>
            <source>Validation Spearman correlation</source>
            <translation>검증 스피어만 상관</translation>
        </message>
        <message>
            <source>Validation accuracy</source>
            <translation>검증 정확도</translation>
        </message>
        <message>
            <source>Validation accuracy, %</source>
            <translation>검증 정확도, %</translation>
        </message>
        <message>
            <source>Validation average precision</source>
            <translation>검증 평균 정밀도(AP)</translation>
        </message>
        <message>
            <source>Validation balanced accuracy</source>
            <translation>검증 균형 정확도</translation>
        </message>
        <message>
            <source>Validation balanced accuracy, %</source>
            <translation>검증 균형 정확도, %</translation>
        </message>
        <message>
            <source>Validation calibration error</source>
            <translation>검증 보정 오차</translation>
        </message>
        <message>
            <source>Validation calibration error, %</source>
            <translation>검증 보정 오차, %</translation>
        </message>
        <message>
            <source>Validation error</source>
            <translation>검증 오류율</translation>
        </message>
        <message>
            <source>Validation error of the tasks of earlier stages, each with its own head.</source>
            <translation>이전 단계의 태스크에 대한, 각자의 헤드로 잰 검증 오류율.</translation>
        </message>
        <message>
            <source>Validation error, %</source>
            <translation>검증 오류율, %</translation>
        </message>
        <message>
            <source>Validation file</source>
            <translation>검증 파일</translation>
        </message>
        <message>
            <source>Validation label ranking average precision</source>
            <translation>검증 레이블 순위 평균 정밀도</translation>
        </message>
        <message>
            <source>Validation loss</source>
            <translation>검증 손실</translation>
        </message>
        <message>
            <source>Validation macro F1</source>
            <translation>검증 매크로 F1</translation>
        </message>
        <message>
            <source>Validation macro F1, %</source>
            <translation>검증 매크로 F1, %</translation>
        </message>
        <message>
            <source>Validation mean distance in ranks</source>
            <translation>검증 평균 등급 거리</translation>
        </message>
        <message>
            <source>Validation micro F1</source>
            <translation>검증 마이크로 F1</translation>
        </message>
        <message>
            <source>Validation micro F1, %</source>
            <translation>검증 마이크로 F1, %</translation>
        </message>
        <message>
            <source>Validation next-sentence Brier score</source>
            <translation>검증 다음 문장 브라이어 점수</translation>
        </message>
        <message>
            <source>Validation next-sentence F1</source>
            <translation>검증 다음 문장 F1</translation>
        </message>
        <message>
            <source>Validation next-sentence Hamming loss</source>
            <translation>검증 다음 문장 해밍 손실</translation>
        </message>
        <message>
            <source>Validation next-sentence MAE</source>
            <translation>검증 다음 문장 MAE</translation>
        </message>
        <message>
            <source>Validation next-sentence Matthews correlation</source>
            <translation>검증 다음 문장 매슈스 상관</translation>
        </message>
        <message>
            <source>Validation next-sentence RMSE</source>
            <translation>검증 다음 문장 RMSE</translation>
        </message>
        <message>
            <source>Validation next-sentence ROC AUC</source>
            <translation>검증 다음 문장 ROC AUC</translation>
        </message>
        <message>
            <source>Validation next-sentence R²</source>
            <translation>검증 다음 문장 R²</translation>
        </message>
        <message>
            <source>Validation next-sentence Spearman correlation</source>
            <translation>검증 다음 문장 스피어만 상관</translation>
        </message>
        <message>
            <source>Validation next-sentence accuracy</source>
            <translation>검증 다음 문장 정확도</translation>
        </message>
        <message>
            <source>Validation next-sentence average precision</source>
            <translation>검증 다음 문장 평균 정밀도(AP)</translation>
        </message>
        <message>
            <source>Validation next-sentence balanced accuracy</source>
            <translation>검증 다음 문장 균형 정확도</translation>
        </message>
        <message>
            <source>Validation next-sentence calibration error</source>
            <translation>검증 다음 문장 보정 오차</translation>
        </message>
        <message>
            <source>Validation next-sentence error</source>
            <translation>검증 다음 문장 오류율</translation>
        </message>
        <message>
            <source>Validation next-sentence label ranking average precision</source>
            <translation>검증 다음 문장 레이블 순위 평균 정밀도</translation>
        </message>
        <message>
            <source>Validation next-sentence loss</source>
            <translation>검증 다음 문장 손실</translation>
        </message>
        <message>
            <source>Validation next-sentence macro F1</source>
            <translation>검증 다음 문장 매크로 F1</translation>
        </message>
        <message>
            <source>Validation next-sentence mean distance in ranks</source>
            <translation>검증 다음 문장 평균 등급 거리</translation>
        </message>
        <message>
            <source>Validation next-sentence micro F1</source>
            <translation>검증 다음 문장 마이크로 F1</translation>
        </message>
        <message>
            <source>Validation next-sentence perplexity</source>
            <translation>검증 다음 문장 퍼플렉서티</translation>
        </message>
        <message>
            <source>Validation next-sentence precision</source>
            <translation>검증 다음 문장 정밀도</translation>
        </message>
        <message>
            <source>Validation next-sentence quadratic weighted kappa</source>
            <translation>검증 다음 문장 이차 가중 카파</translation>
        </message>
        <message>
            <source>Validation next-sentence recall</source>
            <translation>검증 다음 문장 재현율</translation>
        </message>
        <message>
            <source>Validation next-sentence subset accuracy</source>
            <translation>검증 다음 문장 부분집합 정확도</translation>
        </message>
        <message>
            <source>Validation next-sentence weighted F1</source>
            <translation>검증 다음 문장 가중 F1</translation>
        </message>
        <message>
            <source>Validation perplexity</source>
            <translation>검증 퍼플렉서티</translation>
        </message>
        <message>
            <source>Validation precision</source>
            <translation>검증 정밀도</translation>
        </message>
        <message>
            <source>Validation precision, %</source>
            <translation>검증 정밀도, %</translation>
        </message>
        <message>
            <source>Validation quadratic weighted kappa</source>
            <translation>검증 이차 가중 카파</translation>
        </message>
        <message>
            <source>Validation recall</source>
            <translation>검증 재현율</translation>
        </message>
        <message>
            <source>Validation recall, %</source>
            <translation>검증 재현율, %</translation>
        </message>
        <message>
            <source>Validation rows</source>
            <translation>검증 행 수</translation>
        </message>
        <message>
            <source>Validation subset accuracy</source>
            <translation>검증 부분집합 정확도</translation>
        </message>
        <message>
            <source>Validation subset accuracy, %</source>
            <translation>검증 부분집합 정확도, %</translation>
        </message>
        <message>
            <source>Validation weighted F1</source>
            <translation>검증 가중 F1</translation>
        </message>
        <message>
            <source>Validation weighted F1, %</source>
            <translation>검증 가중 F1, %</translation>
        </message>
        <message>
            <source>Variable length</source>
            <translation>가변 길이</translation>
        </message>
        <message>
            <source>Variant</source>
            <translation>변형</translation>
        </message>
        <message>
            <source>Wait for it, or end it (a backup or a database browser?), and try again.</source>
            <translation>기다리거나 끝낸 뒤(백업이나 데이터베이스 브라우저?) 다시 시도하세요.</translation>
        </message>
        <message>
            <source>Wait for its end.</source>
            <translation>끝나기를 기다리세요.</translation>
        </message>
        <message>
            <source>Wait for them, or stop them first.</source>
            <translation>끝나기를 기다리거나 먼저 중지하세요.</translation>
        </message>
        <message>
            <source>Waiting at {place}</source>
            <translation>{place}에서 대기 중</translation>
        </message>
        <message>
            <source>Waiting for another process that prepares the same data</source>
            <translation>같은 데이터를 준비하는 다른 프로세스를 기다리는 중</translation>
        </message>
        <message>
            <source>Waiting for {holder}, which keeps the same activations</source>
            <translation>같은 활성값을 보관하는 {holder}을(를) 기다리는 중</translation>
        </message>
        <message>
            <source>Warm-up</source>
            <translation>워밍업</translation>
        </message>
        <message>
            <source>Warning</source>
            <translation>경고</translation>
        </message>
        <message>
            <source>Was trained by another program: its curves are shown and compared, but it cannot be started here.</source>
            <translation>다른 프로그램이 학습했습니다. 곡선을 보고 비교할 수 있지만 여기서 시작할 수는 없습니다.</translation>
        </message>
        <message>
            <source>Weight</source>
            <translation>가중치</translation>
        </message>
        <message>
            <source>Weight decay</source>
            <translation>가중치 감쇠</translation>
        </message>
        <message>
            <source>Weight of the error of a linear map from the mean of all top states to the teacher's text vector.</source>
            <translation>최상위 상태 전체의 평균을 교사의 텍스트 벡터로 보내는 선형 사상의 오차에 주는 가중치입니다.</translation>
        </message>
        <message>
            <source>Weight of the loss of masked words, in nats.</source>
            <translation>마스킹된 단어의 손실(단위: nat)에 주는 가중치입니다.</translation>
        </message>
        <message>
            <source>Weight of the mean squared error of a linear map from a word's top state to the teacher's.</source>
            <translation>단어의 최상위 상태를 교사의 상태로 보내는 선형 사상의 평균 제곱 오차에 주는 가중치입니다.</translation>
        </message>
        <message>
            <source>Weight of the same error from the pooler's output (without a pooler: the first token's state). It trains what a classification head reads.</source>
            <translation>풀러의 출력(풀러가 없으면 첫 토큰의 상태)에서 잰 같은 오차에 주는 가중치입니다. 분류 헤드가 읽는 것을 학습시킵니다.</translation>
        </message>
        <message>
            <source>Weighted F1</source>
            <translation>가중 F1</translation>
        </message>
        <message>
            <source>Weights</source>
            <translation>가중치</translation>
        </message>
        <message>
            <source>Weights move freely.</source>
            <translation>가중치가 자유롭게 움직입니다.</translation>
        </message>
        <message>
            <source>Weights that the next stage starts from: the last, or those with the lowest held-out loss.</source>
            <translation>다음 단계가 시작할 가중치: 마지막 가중치, 또는 홀드아웃 손실이 가장 낮은 가중치.</translation>
        </message>
        <message>
            <source>Weights, gradients and moments alone take about {resident} GB: choose a smaller encoder, an adapter, or freeze lower layers.</source>
            <translation>가중치, 기울기, 모멘트만 약 {resident} GB를 차지합니다. 더 작은 인코더나 어댑터를 고르거나 아래층을 동결하세요.</translation>
        </message>
        <message>
            <source>What a line break was turned into: the two characters \n (Yelp, Yahoo), or a backslash alone, after which a word may begin with n (AG's News).</source>
            <translation>줄 바꿈이 바뀐 형태: 두 문자 \n(Yelp, Yahoo), 또는 백슬래시 하나이며 그 뒤의 단어가 n으로 시작할 수 있습니다(AG's News).</translation>
        </message>
        <message>
            <source>What does layer-wise decay protect?</source>
            <translation>층별 감쇠는 무엇을 지키는가?</translation>
        </message>
        <message>
            <source>What helps: compute layers again in the backward pass (Recompute; a third more time), or read fewer tokens of each text (Length).</source>
            <translation>해결 방법: 역전파에서 층을 다시 계산하기(재계산, 시간 3분의 1 증가), 또는 텍스트마다 읽는 토큰 줄이기(길이).</translation>
        </message>
        <message>
            <source>What helps: read fewer tokens of each text (Length).</source>
            <translation>해결 방법: 텍스트마다 읽는 토큰 줄이기(길이).</translation>
        </message>
        <message>
            <source>What helps: split batches into {parts} parts (Accumulation: {value}; the update is the same), or compute layers again in the backward pass (Recompute; a third more time), or read fewer tokens of each text (Length).</source>
            <translation>해결 방법: 배치를 {parts}개로 나누기(누적: {value}, 업데이트는 같음), 역전파에서 층을 다시 계산하기(재계산, 시간 3분의 1 증가), 또는 텍스트마다 읽는 토큰 줄이기(길이).</translation>
        </message>
        <message>
            <source>What helps: split batches into {parts} parts (Accumulation: {value}; the update is the same), or read fewer tokens of each text (Length).</source>
            <translation>해결 방법: 배치를 {parts}개로 나누기(누적: {value}, 업데이트는 같음), 또는 텍스트마다 읽는 토큰 줄이기(길이).</translation>
        </message>
        <message>
            <source>What is predicted.</source>
            <translation>예측하는 대상입니다.</translation>
        </message>
        <message>
            <source>What the label column holds.</source>
            <translation>레이블 열에 들어 있는 것입니다.</translation>
        </message>
        <message>
            <source>What the linear model reads of the last layer: the mean over all tokens or the first one ([CLS]); automatic: whichever has the lower loss in cross-validation, which chooses C too.</source>
            <translation>선형 모델이 마지막 층에서 읽는 것: 모든 토큰의 평균 또는 첫 토큰([CLS]). 자동: 교차 검증 손실이 더 낮은 쪽이며 C도 그렇게 고릅니다.</translation>
        </message>
        <message>
            <source>What trained it.</source>
            <translation>학습한 프로그램입니다.</translation>
        </message>
        <message>
            <source>Where</source>
            <translation>적용 위치</translation>
        </message>
        <message>
            <source>Where each class has a column of probabilities: the names of these columns, those of the classes. Empty: the probabilities stand in the label column, as a JSON object or list.</source>
            <translation>클래스마다 확률 열이 있는 경우 그 열들의 이름이며, 곧 클래스의 이름입니다. 비우면 확률이 레이블 열에 JSON 객체나 목록으로 있습니다.</translation>
        </message>
        <message>
            <source>Where each label has a column of 0 and 1: the names of these columns, those of the labels. Empty: the labels stand in the label column.</source>
            <translation>레이블마다 0과 1의 열이 있는 경우 그 열들의 이름이며, 곧 레이블의 이름입니다. 비우면 레이블이 레이블 열에 있습니다.</translation>
        </message>
        <message>
            <source>Where that fails too, look at nvidia-smi and the system's log, and restart the machine.</source>
            <translation>그래도 실패하면 nvidia-smi와 시스템 로그를 확인하고 컴퓨터를 다시 시작하세요.</translation>
        </message>
        <message>
            <source>Whether the first row names the columns.</source>
            <translation>첫 행이 열의 이름인지입니다.</translation>
        </message>
        <message>
            <source>Which layer</source>
            <translation>어느 층</translation>
        </message>
        <message>
            <source>Which of the independent random subsets. Within a draw a smaller subset is part of a larger one; validation and test rows are the same in all.</source>
            <translation>서로 독립인 무작위 부분집합 중 몇 번째인지입니다. 한 추출 안에서 작은 부분집합은 큰 부분집합의 일부이며, 검증 행과 테스트 행은 모두 같습니다.</translation>
        </message>
        <message>
            <source>Which splits of the data sets are read. Test texts, although without labels, make the test error a transductive one; the choice is recorded.</source>
            <translation>데이터셋의 어느 분할을 읽는지입니다. 테스트 텍스트는 레이블이 없어도 테스트 오류율을 변환적(transductive)인 것으로 만들며, 이 선택은 기록됩니다.</translation>
        </message>
        <message>
            <source>Which texts share an update.</source>
            <translation>어떤 텍스트가 한 업데이트에 함께 들어가는지입니다.</translation>
        </message>
        <message>
            <source>Which tokens of a layer are used: the first ([CLS]), the mean or maximum of all, or these three side by side. The normalised mean can also be exported for transformers.</source>
            <translation>층에서 쓸 토큰: 첫 토큰([CLS]), 모든 토큰의 평균이나 최댓값, 또는 이 셋을 나란히. 정규화된 평균은 transformers용으로도 내보낼 수 있습니다.</translation>
        </message>
        <message>
            <source>While the head learns alone, its rate is multiplied by this: a new linear layer takes a higher rate than an encoder.</source>
            <translation>헤드만 학습하는 동안 헤드의 학습률에 이 값을 곱합니다. 새 선형 층은 인코더보다 큰 학습률을 감당합니다.</translation>
        </message>
        <message>
            <source>While the whole encoder is frozen, only the head's β has an effect.</source>
            <translation>인코더 전체가 동결된 동안에는 헤드의 β만 효과가 있습니다.</translation>
        </message>
        <message>
            <source>Whole encoder</source>
            <translation>인코더 전체</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>Whole words</source>
            <translation>단어 전체</translation>
        </message>
        <message>
            <source>Width of the attention's hidden layer.</source>
            <translation>어텐션 은닉층의 너비입니다.</translation>
        </message>
        <message>
            <source>Width of the hidden layer.</source>
            <translation>은닉층의 너비입니다.</translation>
        </message>
        <message>
            <source>Windows of text per update.</source>
            <translation>업데이트당 텍스트 창의 수입니다.</translation>
        </message>
        <message>
            <source>With L2-SP</source>
            <translation>L2-SP 사용</translation>
        </message>
        <message>
            <source>With replay</source>
            <translation>리플레이 사용</translation>
        </message>
        <message>
            <source>Within the task</source>
            <translation>태스크 안에서</translation>
        </message>
        <message>
            <source>Without values: {names}.</source>
            <translation>값이 없는 열: {names}.</translation>
        </message>
        <message>
            <source>Word, position and segment embeddings keep their weights.</source>
            <translation>단어, 위치, 세그먼트 임베딩이 가중치를 유지합니다.</translation>
        </message>
        <message>
            <source>Words</source>
            <translation>단어</translation>
        </message>
        <message>
            <source>Words for finding the run.</source>
            <translation>실행을 찾는 데 쓰는 단어입니다.</translation>
        </message>
        <message>
            <source>Words with spaces go in "quotation marks".</source>
            <translation>빈칸이 있는 말은 "따옴표"로 묶습니다.</translation>
        </message>
        <message>
            <source>Write .csv or .parquet.</source>
            <translation>.csv나 .parquet로 쓰세요.</translation>
        </message>
        <message>
            <source>Write 0:1:0.1 or 0.5,0.8.</source>
            <translation>0:1:0.1이나 0.5,0.8로 쓰세요.</translation>
        </message>
        <message>
            <source>Write KEY=VALUE, e.g. host=me@gpubox.</source>
            <translation>KEY=VALUE로 쓰세요. 예: host=me@gpubox.</translation>
        </message>
        <message>
            <source>Write ['title + question', 'answer'] to join some.</source>
            <translation>합치려면 ['title + question', 'answer']처럼 쓰세요.</translation>
        </message>
        <message>
            <source>Write [NAME], and below it kind = "ssh".</source>
            <translation>[NAME]을 쓰고 그 아래에 kind = "ssh"를 쓰세요.</translation>
        </message>
        <message>
            <source>Write a design for it: palimpsest new --data {file} &gt; design.toml</source>
            <translation>이 데이터의 설계를 만드세요: palimpsest new --data {file} &gt; design.toml</translation>
        </message>
        <message>
            <source>Write a list of rows, [{"text": "...", "label": "..."}, ...], or one for each split: {"train": [...], "test": [...]}.</source>
            <translation>행의 목록 [{"text": "...", "label": "..."}, ...] 또는 분할마다 하나씩 {"train": [...], "test": [...]}로 쓰세요.</translation>
        </message>
        <message>
            <source>Write a number.</source>
            <translation>숫자를 쓰세요.</translation>
        </message>
        <message>
            <source>Write e.g. 1000, 2000, 5000.</source>
            <translation>1000, 2000, 5000처럼 쓰세요.</translation>
        </message>
        <message>
            <source>Write e.g. last, all, pooler, 11, -1, 9..12 or '1, 6, last'.</source>
            <translation>last, all, pooler, 11, -1, 9..12, '1, 6, last'처럼 쓰세요.</translation>
        </message>
        <message>
            <source>Write each line as a label, a space and the text, or choose another format.</source>
            <translation>각 줄을 레이블, 빈칸, 텍스트로 쓰거나 다른 형식을 고르세요.</translation>
        </message>
        <message>
            <source>Write each row as {"text": "...", "label": "..."}, one on a line.</source>
            <translation>각 행을 한 줄에 하나씩 {"text": "...", "label": "..."}로 쓰세요.</translation>
        </message>
        <message>
            <source>Write each text and its label as a row of its own.</source>
            <translation>텍스트와 레이블을 한 행씩 쓰세요.</translation>
        </message>
        <message>
            <source>Write exclude or relabel into the column 'decision'.</source>
            <translation>'decision' 열에 exclude나 relabel을 쓰세요.</translation>
        </message>
        <message>
            <source>Write for example: fields.learning_rate = { low = 1e-5, high = 1e-4, log = true }</source>
            <translation>예: fields.learning_rate = { low = 1e-5, high = 1e-4, log = true }</translation>
        </message>
        <message>
            <source>Write it again.</source>
            <translation>새로 쓰세요.</translation>
        </message>
        <message>
            <source>Write it as JSON lines: one object on each line.</source>
            <translation>JSON 줄로 쓰세요. 한 줄에 객체 하나입니다.</translation>
        </message>
        <message>
            <source>Write keep, exclude, relabel, or relabel: CLASS.</source>
            <translation>keep, exclude, relabel 또는 relabel: 클래스로 쓰세요.</translation>
        </message>
        <message>
            <source>Write numbers of 0 or more, not both 0.</source>
            <translation>0 이상의 수를 쓰세요. 둘 다 0일 수는 없습니다.</translation>
        </message>
        <message>
            <source>Write numbers.</source>
            <translation>숫자를 쓰세요.</translation>
        </message>
        <message>
            <source>Write one of them.</source>
            <translation>그중 하나를 쓰세요.</translation>
        </message>
        <message>
            <source>Write one with --out.</source>
            <translation>--out으로 만드세요.</translation>
        </message>
        <message>
            <source>Write plain rows of text and label.</source>
            <translation>텍스트와 레이블로 된 단순한 행으로 쓰세요.</translation>
        </message>
        <message>
            <source>Write run:12, run:12/stage-1, run:12/stage-1@5000 or run:12/average-0.70.</source>
            <translation>run:12, run:12/stage-1, run:12/stage-1@5000, run:12/average-0.70처럼 쓰세요.</translation>
        </message>
        <message>
            <source>Write spam=5.</source>
            <translation>spam=5처럼 쓰세요.</translation>
        </message>
        <message>
            <source>Write the file again with a name for each class.</source>
            <translation>클래스마다 이름을 넣어 파일을 새로 쓰세요.</translation>
        </message>
        <message>
            <source>Write the file again.</source>
            <translation>파일을 새로 쓰세요.</translation>
        </message>
        <message>
            <source>Write the one to classify as a file of its own.</source>
            <translation>분류할 것을 따로 파일로 쓰세요.</translation>
        </message>
        <message>
            <source>Write the path in full.</source>
            <translation>전체 경로를 쓰세요.</translation>
        </message>
        <message>
            <source>Write the queue again: the data have changed.</source>
            <translation>검토 목록을 새로 만드세요. 데이터가 바뀌었습니다.</translation>
        </message>
        <message>
            <source>Write the whole character.</source>
            <translation>온전한 문자로 쓰세요.</translation>
        </message>
        <message>
            <source>Write {short} --size {own}.</source>
            <translation>{short} --size {own}이라고 쓰세요.</translation>
        </message>
        <message>
            <source>Writing predictions</source>
            <translation>예측 쓰는 중</translation>
        </message>
        <message>
            <source>Writing the graph</source>
            <translation>그래프 쓰는 중</translation>
        </message>
        <message>
            <source>Writing the {split} split</source>
            <translation>{split} 분할 쓰는 중</translation>
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
            <translation>Zhang et al. 2015: 머리글 없는 "class","title","text"이며 클래스는 1부터 셉니다. 이름은 classes.txt에서 읽습니다.</translation>
        </message>
        <message>
            <source>Zhang et al. 2021: the head has the full rate, the top layer ξ, layer l ξ^(L+1-l), the embeddings ξ^(L+1).</source>
            <translation>Zhang et al. 2021: 헤드는 전체 학습률, 맨 위 층은 ξ, 층 l은 ξ^(L+1-l), 임베딩은 ξ^(L+1)입니다.</translation>
        </message>
        <message>
            <source>Zhang et al. CSV</source>
            <translation>Zhang et al. CSV</translation>
        </message>
        <message>
            <source>Zhang et al., decay from the head</source>
            <translation>Zhang et al., 헤드부터 감쇠</translation>
        </message>
        <message>
            <source>[CLS]</source>
            <translation>[CLS]</translation>
        </message>
        <message>
            <source>[CLS], mean and maximum</source>
            <translation>[CLS], 평균, 최댓값</translation>
        </message>
        <message>
            <source>[paper] has only table, rows and columns.</source>
            <translation>[paper]에는 table, rows, columns만 있습니다.</translation>
        </message>
        <message>
            <source>\n</source>
            <translation>\n</translation>
        </message>
        <message>
            <source>a baseline chooses its settings by itself.</source>
            <translation>기준선은 설정을 스스로 고릅니다.</translation>
        </message>
        <message>
            <source>a batch of {batch} cannot be split into {parts} parts.</source>
            <translation>크기 {batch}인 배치는 {parts}개로 나눌 수 없습니다.</translation>
        </message>
        <message>
            <source>a bundled recipe is called '{name}'.</source>
            <translation>함께 제공되는 레시피에 '{name}'이(가) 있습니다.</translation>
        </message>
        <message>
            <source>a cell holds half a character.</source>
            <translation>셀에 반쪽짜리 문자가 있습니다.</translation>
        </message>
        <message>
            <source>a character is half of a pair (\ud800 to \udfff), which no text can hold.</source>
            <translation>서로게이트 쌍의 반쪽인 문자(\ud800~\udfff)가 있습니다. 어떤 텍스트에도 들어갈 수 없습니다.</translation>
        </message>
        <message>
            <source>a class that is not a finite number cannot be ordered.</source>
            <translation>유한한 수가 아닌 클래스는 순서에 들어갈 수 없습니다.</translation>
        </message>
        <message>
            <source>a comparison is missing here.</source>
            <translation>여기에 비교가 빠져 있습니다.</translation>
        </message>
        <message>
            <source>a cost is not a finite number.</source>
            <translation>비용이 유한한 수가 아닙니다.</translation>
        </message>
        <message>
            <source>a data set needs a name.</source>
            <translation>데이터셋에는 이름이 필요합니다.</translation>
        </message>
        <message>
            <location filename="../../engine/data/readers/base.py" />
            <source>a database</source>
            <translation>데이터베이스</translation>
        </message>
        <message>
            <location filename="../../engine/data/readers/base.py" />
            <source>a document</source>
            <translation>문서</translation>
        </message>
        <message>
            <source>a file has changed while it was sent.</source>
            <translation>보내는 동안 파일이 바뀌었습니다.</translation>
        </message>
        <message>
            <source>a file of the run is not here.</source>
            <translation>실행의 파일 하나가 여기에 없습니다.</translation>
        </message>
        <message>
            <source>a head of {head} tokens leaves no tail: there is room for {room}.</source>
            <translation>앞부분 {head}개 토큰을 쓰면 뒷부분 자리가 없습니다. 자리는 {room}개입니다.</translation>
        </message>
        <message>
            <source>a length of {length} tokens is more than '{name}' reads ({most}).</source>
            <translation>토큰 {length}개는 '{name}'이(가) 읽는 길이({most})를 넘습니다.</translation>
        </message>
        <message>
            <source>a line has more than {most} MB.</source>
            <translation>{most} MB를 넘는 행이 있습니다.</translation>
        </message>
        <message>
            <source>a logarithmic range must begin above 0.</source>
            <translation>로그 범위는 0보다 큰 값에서 시작해야 합니다.</translation>
        </message>
        <message>
            <source>a margin of {margin} cannot be used: {reason}.</source>
            <translation>한계 {margin}은(는) 쓸 수 없습니다: {reason}.</translation>
        </message>
        <message>
            <source>a margin of {margin} points cannot be used: {reason}.</source>
            <translation>{margin}점의 한계는 쓸 수 없습니다: {reason}.</translation>
        </message>
        <message>
            <source>a name is missing before this sign.</source>
            <translation>이 기호 앞에 이름이 없습니다.</translation>
        </message>
        <message>
            <source>a number of updates is below 0 or beyond 9 · 10¹⁵.</source>
            <translation>업데이트 횟수가 0보다 작거나 9 · 10¹⁵보다 큽니다.</translation>
        </message>
        <message>
            <location filename="../../engine/data/readers/base.py" />
            <source>a packed file</source>
            <translation>압축 파일</translation>
        </message>
        <message>
            <location filename="../../engine/data/readers/base.py" />
            <source>a packed file or an office document</source>
            <translation>압축 파일이나 오피스 문서</translation>
        </message>
        <message>
            <source>a part of a number cannot be searched for.</source>
            <translation>숫자에서는 일부를 찾을 수 없습니다.</translation>
        </message>
        <message>
            <source>a path cannot contain NUL.</source>
            <translation>경로에는 NUL 문자가 있을 수 없습니다.</translation>
        </message>
        <message>
            <source>a plan has a [sweep], which runs every combination, or a [search], not both.</source>
            <translation>계획에는 모든 조합을 실행하는 [sweep]이나 [search] 중 하나만 둘 수 있습니다.</translation>
        </message>
        <message>
            <source>a quote is opened and not closed (lines {opened} to {line} of the file).</source>
            <translation>따옴표가 열리고 닫히지 않았습니다(파일의 {opened}~{line}행).</translation>
        </message>
        <message>
            <source>a quote occurs inside a quoted field (lines {opened} to {line} of the file).</source>
            <translation>따옴표로 묶은 필드 안에 따옴표가 있습니다(파일의 {opened}~{line}행).</translation>
        </message>
        <message>
            <source>a run needs a name.</source>
            <translation>실행에는 이름이 필요합니다.</translation>
        </message>
        <message>
            <source>a search needs Optuna, which is not installed.</source>
            <translation>탐색에는 Optuna가 필요한데 설치되어 있지 않습니다.</translation>
        </message>
        <message>
            <source>a sheet of Excel holds {most} rows.</source>
            <translation>Excel 시트 하나에는 {most}개 행까지 들어갑니다.</translation>
        </message>
        <message>
            <source>a text of {n} characters, and a cell of Excel holds {most}.</source>
            <translation>텍스트가 {n}자인데 Excel 셀에는 {most}자까지 들어갑니다.</translation>
        </message>
        <message>
            <source>a value breaks a rule of the store ({rule}).</source>
            <translation>값이 저장소의 규칙({rule})을 어깁니다.</translation>
        </message>
        <message>
            <source>a value is missing after '{sign}'.</source>
            <translation>'{sign}' 뒤에 값이 없습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/data/readers/base.py" />
            <source>a web page</source>
            <translation>웹 페이지</translation>
        </message>
        <message>
            <location filename="../../engine/data/readers/base.py" />
            <source>a workbook or document of before 2007</source>
            <translation>2007년 이전의 통합 문서나 문서</translation>
        </message>
        <message>
            <location filename="../../engine/spec/describe.py" />
            <source>above {low}</source>
            <translation>{low} 초과</translation>
        </message>
        <message>
            <source>accuracy</source>
            <translation>정확도</translation>
        </message>
        <message>
            <source>active</source>
            <translation>진행 중</translation>
        </message>
        <message>
            <source>adapter</source>
            <translation>어댑터</translation>
        </message>
        <message>
            <source>all</source>
            <translation>모두</translation>
        </message>
        <message>
            <source>all of its documents are equal, which leaves none to measure the loss on.</source>
            <translation>문서가 모두 같아 손실을 측정할 것이 남지 않습니다.</translation>
        </message>
        <message>
            <source>all {n} training targets are {value}.</source>
            <translation>학습 목푯값 {n}개가 모두 {value}입니다.</translation>
        </message>
        <message>
            <source>all {rows} rows have the same label '{only}'.</source>
            <translation>{rows}개 행의 레이블이 모두 '{only}'입니다.</translation>
        </message>
        <message>
            <source>all {rows} rows lack labels.</source>
            <translation>{rows}개 행 모두에 레이블이 없습니다.</translation>
        </message>
        <message>
            <source>an LSTM reads all tokens, the pooler only [CLS].</source>
            <translation>LSTM은 모든 토큰을 읽고 풀러는 [CLS]만 읽습니다.</translation>
        </message>
        <message>
            <source>an empty name.</source>
            <translation>이름이 비어 있습니다.</translation>
        </message>
        <message>
            <source>an encoder of the family {family} cannot learn from a teacher here.</source>
            <translation>{family} 계열의 인코더는 여기서 교사에게 배울 수 없습니다.</translation>
        </message>
        <message>
            <source>an export to ONNX needs {name}.</source>
            <translation>ONNX로 내보내려면 {name}이(가) 필요합니다.</translation>
        </message>
        <message>
            <source>an overlap of {overlap} tokens leaves a fraction of {room} nothing new to read.</source>
            <translation>{overlap}개 토큰을 겹치면 {room}개짜리 조각에 새로 읽을 것이 없습니다.</translation>
        </message>
        <message>
            <source>anchor</source>
            <translation>고정 방법</translation>
        </message>
        <message>
            <source>and</source>
            <translation>그리고</translation>
        </message>
        <message>
            <source>and its list of files differ in {name}.</source>
            <translation>파일 목록과 {name}이(가) 다릅니다.</translation>
        </message>
        <message>
            <source>anew</source>
            <translation>매번 새로</translation>
        </message>
        <message>
            <source>any two results would count as equal.</source>
            <translation>어떤 두 결과도 같은 것으로 셉니다.</translation>
        </message>
        <message>
            <source>as stage</source>
            <translation>단계와 같음</translation>
        </message>
        <message>
            <location filename="../../engine/spec/describe.py" />
            <source>at least {low}</source>
            <translation>{low} 이상</translation>
        </message>
        <message>
            <location filename="../../engine/spec/describe.py" />
            <source>at most {high}</source>
            <translation>{high} 이하</translation>
        </message>
        <message>
            <source>at step</source>
            <translation>스텝</translation>
        </message>
        <message>
            <source>at step {step}.</source>
            <translation>스텝 {step}에서.</translation>
        </message>
        <message>
            <source>augmentation</source>
            <translation>증강 방법</translation>
        </message>
        <message>
            <source>auto, cpu, mps, cuda, cuda:1; several together: cuda:0,1, cuda:all, cpu:2 (two processes).</source>
            <translation>auto, cpu, mps, cuda, cuda:1. 여러 개를 함께: cuda:0,1, cuda:all, cpu:2(프로세스 두 개).</translation>
        </message>
        <message>
            <source>auto: UTF-8 where the bytes allow it, else a guess, which is shown. Or any encoding Python knows: utf-8, cp1252, gb18030, shift_jis.</source>
            <translation>auto: 바이트가 허용하면 UTF-8, 아니면 추측이며 그렇게 알립니다. 또는 Python이 아는 인코딩: utf-8, cp1252, gb18030, shift_jis.</translation>
        </message>
        <message>
            <source>auto: bfloat16 matrix products where the hardware has units for them (AVX512-BF16, AMX, CUDA 8.0).</source>
            <translation>auto: 하드웨어에 전용 장치가 있으면 bfloat16 행렬 곱을 씁니다(AVX512-BF16, AMX, CUDA 8.0).</translation>
        </message>
        <message>
            <source>auto: products on a CPU, varlen on an NVIDIA GPU, else sdpa; products: plain matrix products; sdpa: torch's fused kernel; varlen: torch's kernel for packed texts (CUDA).</source>
            <translation>auto: CPU에서는 products, NVIDIA GPU에서는 varlen, 그 외에는 sdpa. products: 일반 행렬 곱. sdpa: torch의 융합 커널. varlen: 패킹된 텍스트를 위한 torch의 커널(CUDA).</translation>
        </message>
        <message>
            <source>automatic</source>
            <translation>자동</translation>
        </message>
        <message>
            <source>average precision</source>
            <translation>평균 정밀도(AP)</translation>
        </message>
        <message>
            <source>balanced accuracy</source>
            <translation>균형 정확도</translation>
        </message>
        <message>
            <source>baseline</source>
            <translation>베이스라인</translation>
        </message>
        <message>
            <source>batches</source>
            <translation>배치</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/summary.py" />
            <source>batches of {n}</source>
            <translation>배치 {n}개</translation>
        </message>
        <message>
            <source>batching policy</source>
            <translation>배치 구성 방식</translation>
        </message>
        <message>
            <source>begins with a hyphen.</source>
            <translation>하이픈으로 시작합니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/describe.py" />
            <source>below {high}</source>
            <translation>{high} 미만</translation>
        </message>
        <message>
            <source>better</source>
            <translation>더 나음</translation>
        </message>
        <message>
            <source>better, these weights</source>
            <translation>더 나음, 이 가중치</translation>
        </message>
        <message>
            <source>better, this checkpoint</source>
            <translation>더 나음, 이 체크포인트</translation>
        </message>
        <message>
            <source>bfloat16</source>
            <translation>bfloat16</translation>
        </message>
        <message>
            <source>both</source>
            <translation>둘 다</translation>
        </message>
        <message>
            <source>byte 0x{byte} (at {offset}) cannot be read as {encoding}.</source>
            <translation>위치 {offset}의 바이트 0x{byte}을(를) {encoding}(으)로 읽을 수 없습니다.</translation>
        </message>
        <message>
            <source>calibration error</source>
            <translation>보정 오차</translation>
        </message>
        <message>
            <source>cannot be kept ({reason}).</source>
            <translation>보관할 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>cannot be reached (the connection was cut).</source>
            <translation>닿을 수 없습니다(연결이 끊겼습니다).</translation>
        </message>
        <message>
            <source>cannot be reached ({reason}).</source>
            <translation>닿을 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>cannot be read ({reason}).</source>
            <translation>읽을 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>cannot be read as JSON ({reason}).</source>
            <translation>JSON으로 읽을 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>cannot be removed ({reason}).</source>
            <translation>제거할 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>cannot be repaired ({first}).</source>
            <translation>온전하게 만들 수 없습니다({first}).</translation>
        </message>
        <message>
            <source>cannot be written ({reason}).</source>
            <translation>쓸 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>cannot be written: {reason}.</source>
            <translation>쓸 수 없습니다: {reason}.</translation>
        </message>
        <message>
            <source>cannot tell</source>
            <translation>알 수 없음</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>character entities (&amp;lt;, #39;)</source>
            <translation>문자 엔티티(&amp;lt;, #39;)</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/linear_baseline.py" />
            <source>characters</source>
            <translation>문자</translation>
        </message>
        <message>
            <source>checkpoint bound</source>
            <translation>체크포인트 제한</translation>
        </message>
        <message>
            <source>classes that are not numbers ({names}) need their order, from the lowest to the highest.</source>
            <translation>숫자가 아닌 클래스({names})는 낮은 것부터 높은 것까지의 순서가 필요합니다.</translation>
        </message>
        <message>
            <source>cleaning</source>
            <translation>정리 방법</translation>
        </message>
        <message>
            <source>column '{column}' holds '{value}', neither 0 nor 1.</source>
            <translation>'{column}' 열에 0도 1도 아닌 '{value}'이(가) 있습니다.</translation>
        </message>
        <message>
            <source>column '{column}' holds {type}, not text.</source>
            <translation>'{column}' 열은 텍스트가 아니라 {type}입니다.</translation>
        </message>
        <message>
            <source>column '{column}' is chosen both as text and as label.</source>
            <translation>'{column}' 열이 텍스트와 레이블 둘 다로 선택되었습니다.</translation>
        </message>
        <message>
            <source>column '{column}' names no training rows (it holds {values}).</source>
            <translation>열 '{column}'에 학습 행이 없습니다({values}이(가) 들어 있음).</translation>
        </message>
        <message>
            <source>column '{name}' has the class number {number}, and the file names {names} classes, from 0.</source>
            <translation>'{name}' 열에 클래스 번호 {number}이(가) 있는데, 파일에는 0부터 클래스 {names}개의 이름이 있습니다.</translation>
        </message>
        <message>
            <source>column '{name}' is not UTF-8.</source>
            <translation>'{name}' 열이 UTF-8이 아닙니다.</translation>
        </message>
        <message>
            <source>consolidation</source>
            <translation>공고화 방법</translation>
        </message>
        <message>
            <source>could not be fetched.</source>
            <translation>받아 올 수 없었습니다.</translation>
        </message>
        <message>
            <source>could not be read within {seconds} seconds, which is far more than a file of {size} kB needs.</source>
            <translation>{seconds}초 안에 읽지 못했습니다. {size} kB 파일에 필요한 시간보다 훨씬 깁니다.</translation>
        </message>
        <message>
            <source>could not be started ({reason}).</source>
            <translation>시작할 수 없었습니다({reason}).</translation>
        </message>
        <message>
            <source>default</source>
            <translation>기본값</translation>
        </message>
        <message>
            <source>distillation</source>
            <translation>증류 방법</translation>
        </message>
        <message>
            <source>each must be a list of two segments.</source>
            <translation>각각 두 부분으로 된 목록이어야 합니다.</translation>
        </message>
        <message>
            <source>each must be one text, for the model reads no pairs.</source>
            <translation>모델이 쌍을 읽지 않으므로 각각 텍스트 하나여야 합니다.</translation>
        </message>
        <message>
            <source>encoders of the family '{family}' do not return their attention.</source>
            <translation>'{family}' 계열의 인코더는 어디에 주목하는지 알려 주지 않습니다.</translation>
        </message>
        <message>
            <source>entry</source>
            <translation>항목</translation>
        </message>
        <message>
            <source>equivalent</source>
            <translation>동등</translation>
        </message>
        <message>
            <source>equivalent, these weights</source>
            <translation>동등, 이 가중치</translation>
        </message>
        <message>
            <source>equivalent, this checkpoint</source>
            <translation>동등, 이 체크포인트</translation>
        </message>
        <message>
            <source>error</source>
            <translation>오류율</translation>
        </message>
        <message>
            <source>evaluations</source>
            <translation>회 평가</translation>
        </message>
        <message>
            <source>evaluations outside</source>
            <translation>회 연속 벗어남</translation>
        </message>
        <message>
            <source>evenly</source>
            <translation>고르게</translation>
        </message>
        <message>
            <source>every document is a single sentence, so every next segment would be a random one.</source>
            <translation>모든 문서가 한 문장이라 다음 세그먼트가 모두 무작위가 됩니다.</translation>
        </message>
        <message>
            <source>every word of the vocabulary is a possible answer: too many to enumerate.</source>
            <translation>어휘의 모든 단어가 답이 될 수 있어 하나씩 계산하기에는 너무 많습니다.</translation>
        </message>
        <message>
            <source>exponent</source>
            <translation>지수</translation>
        </message>
        <message>
            <source>failed</source>
            <translation>실패</translation>
        </message>
        <message>
            <source>field</source>
            <translation>필드</translation>
        </message>
        <message>
            <source>files of this kind can run code when they are read.</source>
            <translation>이런 파일은 읽을 때 코드가 실행될 수 있습니다.</translation>
        </message>
        <message>
            <source>filter, character {number}:</source>
            <translation>필터, {number}번째 글자:</translation>
        </message>
        <message>
            <source>finished</source>
            <translation>완료</translation>
        </message>
        <message>
            <source>format</source>
            <translation>형식</translation>
        </message>
        <message>
            <source>fractions</source>
            <translation>조각</translation>
        </message>
        <message>
            <source>freezing policy</source>
            <translation>동결 정책</translation>
        </message>
        <message>
            <source>give a list of values, or low and high, not both.</source>
            <translation>값의 목록과 low/high 중 하나만 쓰세요.</translation>
        </message>
        <message>
            <source>give a recipe or --data, not both.</source>
            <translation>레시피와 --data 중 하나만 쓰세요.</translation>
        </message>
        <message>
            <source>give the training subset as rows or as a percentage, not both.</source>
            <translation>학습 부분 집합은 행 수와 비율 중 하나로만 지정하세요.</translation>
        </message>
        <message>
            <source>given class weights are needed: given_weights = ['spam=5'].</source>
            <translation>클래스 가중치를 지정해야 합니다: given_weights = ['spam=5'].</translation>
        </message>
        <message>
            <source>given positive weights are needed: given_weights = ['threat=5'].</source>
            <translation>양성 가중치를 지정해야 합니다: given_weights = ['threat=5'].</translation>
        </message>
        <message>
            <source>given_weights count only with class_weights = 'given'.</source>
            <translation>given_weights는 class_weights = 'given'일 때만 쓰입니다.</translation>
        </message>
        <message>
            <source>given_weights count only with positive_weights = 'given'.</source>
            <translation>given_weights는 positive_weights = 'given'일 때만 쓰입니다.</translation>
        </message>
        <message>
            <source>gives texts twice.</source>
            <translation>텍스트를 두 번 지정했습니다.</translation>
        </message>
        <message>
            <source>has Palimpsest {there} (store version {number}), and this is {here} (store version {own}).</source>
            <translation>그곳은 Palimpsest {there}(저장소 버전 {number})이고 여기는 {here}(저장소 버전 {own})입니다.</translation>
        </message>
        <message>
            <source>has a {file} that cannot be read ({reason}).</source>
            <translation>{file}을(를) 읽을 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>has a {file} that is too large.</source>
            <translation>{file}이(가) 너무 큽니다.</translation>
        </message>
        <message>
            <source>has an effect only if overlap is excluded too.</source>
            <translation>겹치는 텍스트도 제외할 때만 효과가 있습니다.</translation>
        </message>
        <message>
            <source>has more than {most} parts.</source>
            <translation>{most}개 부분을 넘습니다.</translation>
        </message>
        <message>
            <source>has no kind of place that is known here.</source>
            <translation>여기서 아는 실행 위치의 종류가 아닙니다.</translation>
        </message>
        <message>
            <source>has no number for {missing}.</source>
            <translation>{missing}의 값이 없습니다.</translation>
        </message>
        <message>
            <source>has no rows of runs.</source>
            <translation>실행의 행이 없습니다.</translation>
        </message>
        <message>
            <source>has no values.</source>
            <translation>값이 없습니다.</translation>
        </message>
        <message>
            <source>has no {lacking}.</source>
            <translation>{lacking}이(가) 없습니다.</translation>
        </message>
        <message>
            <source>has not answered for {patience} seconds.</source>
            <translation>{patience}초 동안 응답이 없습니다.</translation>
        </message>
        <message>
            <source>has not finished ({status}), so there is nothing to compare with.</source>
            <translation>끝나지 않아({status}) 비교할 것이 없습니다.</translation>
        </message>
        <message>
            <source>has not finished ({status}).</source>
            <translation>끝나지 않았습니다({status}).</translation>
        </message>
        <message>
            <source>has only one class ('{only}').</source>
            <translation>클래스가 하나뿐입니다('{only}').</translation>
        </message>
        <message>
            <source>has only one class.</source>
            <translation>클래스가 하나뿐입니다.</translation>
        </message>
        <message>
            <source>has two runs with the same number.</source>
            <translation>번호가 같은 실행이 둘입니다.</translation>
        </message>
        <message>
            <source>has {words} words, the model {size}.</source>
            <translation>단어가 {words}개인데 모델은 {size}개입니다.</translation>
        </message>
        <message>
            <source>head</source>
            <translation>헤드</translation>
        </message>
        <message>
            <source>head+tail</source>
            <translation>앞+뒷부분</translation>
        </message>
        <message>
            <source>head-only</source>
            <translation>앞부분만</translation>
        </message>
        <message>
            <source>hierarchical, max</source>
            <translation>계층적, 최댓값</translation>
        </message>
        <message>
            <source>hierarchical, mean</source>
            <translation>계층적, 평균</translation>
        </message>
        <message>
            <source>hierarchical, self-attention</source>
            <translation>계층적, 셀프 어텐션</translation>
        </message>
        <message>
            <source>holds '{name}': {problem}.</source>
            <translation>'{name}'이(가) 들어 있습니다: {problem}.</translation>
        </message>
        <message>
            <source>holds a control character.</source>
            <translation>제어 문자가 들어 있습니다.</translation>
        </message>
        <message>
            <source>holds characters that no text has.</source>
            <translation>텍스트에 없는 문자가 들어 있습니다.</translation>
        </message>
        <message>
            <source>holds more than tensors: opening it could run code, so it was not opened.</source>
            <translation>텐서 외의 것이 들어 있습니다. 열면 코드가 실행될 수 있어 열지 않았습니다.</translation>
        </message>
        <message>
            <source>holds no BERT encoder.</source>
            <translation>BERT 인코더가 없습니다.</translation>
        </message>
        <message>
            <source>holds no checkpoint.</source>
            <translation>체크포인트가 없습니다.</translation>
        </message>
        <message>
            <source>holds no scalars.</source>
            <translation>스칼라가 없습니다.</translation>
        </message>
        <message>
            <source>holds no whole tensor '{name}': it is cut short, or of another checkpoint.</source>
            <translation>온전한 텐서 '{name}'이(가) 없습니다. 파일이 잘렸거나 다른 체크포인트의 것입니다.</translation>
        </message>
        <message>
            <source>holds several checkpoints.</source>
            <translation>체크포인트가 여러 개입니다.</translation>
        </message>
        <message>
            <source>holds several runs.</source>
            <translation>실행이 여러 개 들어 있습니다.</translation>
        </message>
        <message>
            <source>holds several trainings.</source>
            <translation>여러 학습이 들어 있습니다.</translation>
        </message>
        <message>
            <source>holds the heads of several tasks.</source>
            <translation>여러 태스크의 헤드가 있습니다.</translation>
        </message>
        <message>
            <source>holds two files called {name}.</source>
            <translation>{name}(이)라는 파일이 둘입니다.</translation>
        </message>
        <message>
            <source>hub:NAME, hub:OWNER/NAME or hub:OWNER/NAME:CONFIGURATION; or a folder saved by ``datasets``.</source>
            <translation>hub:NAME, hub:OWNER/NAME 또는 hub:OWNER/NAME:CONFIGURATION. 또는 ``datasets``로 저장한 폴더.</translation>
        </message>
        <message>
            <source>interrupted</source>
            <translation>중단됨</translation>
        </message>
        <message>
            <source>is a Hugging Face folder already.</source>
            <translation>이미 Hugging Face 폴더입니다.</translation>
        </message>
        <message>
            <source>is a folder here, and would be read in place of the published encoder '{name}'.</source>
            <translation>여기서는 폴더이고, 공개된 인코더 '{name}' 대신 읽히게 됩니다.</translation>
        </message>
        <message>
            <source>is a folder, not a store.</source>
            <translation>저장소가 아니라 폴더입니다.</translation>
        </message>
        <message>
            <source>is a folder.</source>
            <translation>폴더입니다.</translation>
        </message>
        <message>
            <source>is another program's database.</source>
            <translation>다른 프로그램의 데이터베이스입니다.</translation>
        </message>
        <message>
            <source>is being trained by process {pid}.</source>
            <translation>프로세스 {pid}이(가) 학습하고 있습니다.</translation>
        </message>
        <message>
            <source>is compressed (method {method}).</source>
            <translation>압축되어 있습니다(방법 {method}).</translation>
        </message>
        <message>
            <source>is compressed (snappy).</source>
            <translation>압축되어 있습니다(snappy).</translation>
        </message>
        <message>
            <source>is damaged, or not a TensorFlow checkpoint.</source>
            <translation>손상되었거나 TensorFlow 체크포인트가 아닙니다.</translation>
        </message>
        <message>
            <source>is damaged, or not a capsule ({reason}).</source>
            <translation>손상되었거나 캡슐이 아닙니다({reason}).</translation>
        </message>
        <message>
            <source>is damaged: the checksum of a block differs.</source>
            <translation>손상되었습니다. 블록의 체크섬이 다릅니다.</translation>
        </message>
        <message>
            <source>is damaged: the content of {name} has changed.</source>
            <translation>손상되었습니다. {name}의 내용이 바뀌었습니다.</translation>
        </message>
        <message>
            <source>is empty, begins with a hyphen, or holds a control character.</source>
            <translation>비어 있거나, 하이픈으로 시작하거나, 제어 문자가 들어 있습니다.</translation>
        </message>
        <message>
            <source>is empty.</source>
            <translation>비어 있습니다.</translation>
        </message>
        <message>
            <source>is failed.</source>
            <translation>실패했습니다.</translation>
        </message>
        <message>
            <source>is finished.</source>
            <translation>끝났습니다.</translation>
        </message>
        <message>
            <source>is given twice, as {first} and as {second}.</source>
            <translation>{first}와(과) {second}(으)로 두 번 지정했습니다.</translation>
        </message>
        <message>
            <source>is larger than {most} MB.</source>
            <translation>{most} MB를 넘습니다.</translation>
        </message>
        <message>
            <source>is longer than {most} characters.</source>
            <translation>{most}자를 넘습니다.</translation>
        </message>
        <message>
            <source>is neither a folder nor a checkpoint.</source>
            <translation>폴더도 체크포인트도 아닙니다.</translation>
        </message>
        <message>
            <source>is not UTF-8 text (line {line}, byte 0x{byte}).</source>
            <translation>UTF-8 텍스트가 아닙니다({line}행, 바이트 0x{byte}).</translation>
        </message>
        <message>
            <source>is not UTF-8 text.</source>
            <translation>UTF-8 텍스트가 아닙니다.</translation>
        </message>
        <message>
            <source>is not a capsule of Palimpsest.</source>
            <translation>Palimpsest의 캡슐이 아닙니다.</translation>
        </message>
        <message>
            <source>is not a command line ({reason}).</source>
            <translation>명령줄이 아닙니다({reason}).</translation>
        </message>
        <message>
            <source>is not a known kind of log.</source>
            <translation>알려진 로그가 아닙니다.</translation>
        </message>
        <message>
            <source>is not a model saved by Palimpsest ({reason}).</source>
            <translation>Palimpsest가 저장한 모델이 아닙니다({reason}).</translation>
        </message>
        <message>
            <source>is not a setting that can improve a model.</source>
            <translation>모델을 더 낫게 만드는 설정이 아닙니다.</translation>
        </message>
        <message>
            <source>is not a setting.</source>
            <translation>설정이 아닙니다.</translation>
        </message>
        <message>
            <source>is not a state dict: it names no tensors.</source>
            <translation>state dict가 아닙니다. 이름 있는 텐서가 없습니다.</translation>
        </message>
        <message>
            <source>is not a store of Palimpsest, or its first page is damaged.</source>
            <translation>Palimpsest의 저장소가 아니거나 첫 페이지가 손상되었습니다.</translation>
        </message>
        <message>
            <source>is not a table.</source>
            <translation>표가 아닙니다.</translation>
        </message>
        <message>
            <source>is not a trainer_state.json of transformers ({kind}: {reason}).</source>
            <translation>transformers의 trainer_state.json이 아닙니다({kind}: {reason}).</translation>
        </message>
        <message>
            <source>is not queued.</source>
            <translation>대기 중이 아닙니다.</translation>
        </message>
        <message>
            <source>is not sound: in a row of '{table}', {what}.</source>
            <translation>온전하지 않습니다. '{table}'의 한 행에서 {what}.</translation>
        </message>
        <message>
            <source>is not sound: its rows are not in the tables of a store.</source>
            <translation>온전하지 않습니다. 행이 저장소의 표에 있지 않습니다.</translation>
        </message>
        <message>
            <source>is not sound: its runs are not the finished runs that it lists.</source>
            <translation>온전하지 않습니다. 실행이 나열된 끝난 실행과 다릅니다.</translation>
        </message>
        <message>
            <source>is not sound: {damage}.</source>
            <translation>온전하지 않습니다: {damage}.</translation>
        </message>
        <message>
            <source>is not the index of a TensorFlow checkpoint.</source>
            <translation>TensorFlow 체크포인트의 색인이 아닙니다.</translation>
        </message>
        <message>
            <source>is not valid TOML: {reason}.</source>
            <translation>올바른 TOML이 아닙니다: {reason}.</translation>
        </message>
        <message>
            <source>is of a {kind} model.</source>
            <translation>{kind} 모델입니다.</translation>
        </message>
        <message>
            <source>is running.</source>
            <translation>실행 중입니다.</translation>
        </message>
        <message>
            <source>is stopped.</source>
            <translation>중지되었습니다.</translation>
        </message>
        <message>
            <source>is the name of a field.</source>
            <translation>필드의 이름입니다.</translation>
        </message>
        <message>
            <source>is there already and not empty.</source>
            <translation>이미 있고 비어 있지 않습니다.</translation>
        </message>
        <message>
            <source>is there already.</source>
            <translation>이미 있습니다.</translation>
        </message>
        <message>
            <source>is too large for an index.</source>
            <translation>색인으로는 너무 큽니다.</translation>
        </message>
        <message>
            <source>is {status}, not queued.</source>
            <translation>대기 중이 아니라 {status} 상태입니다.</translation>
        </message>
        <message>
            <source>is {status}, so put it into the queue first.</source>
            <translation>{status} 상태이므로 먼저 대기열에 넣으세요.</translation>
        </message>
        <message>
            <source>is {status}, so there is nothing to resume.</source>
            <translation>{status} 상태이므로 재개할 것이 없습니다.</translation>
        </message>
        <message>
            <source>it began with random weights: there is nothing to average with.</source>
            <translation>무작위 가중치에서 시작해 평균할 것이 없습니다.</translation>
        </message>
        <message>
            <source>it begins like a list and cannot be read as one.</source>
            <translation>목록처럼 시작하지만 목록으로 읽을 수 없습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>it has a hidden layer above the pooler</source>
            <translation>풀러 위에 은닉층이 있음</translation>
        </message>
        <message>
            <source>it has {n} pairs of costs for {labels} labels.</source>
            <translation>레이블 {labels}개에 비용이 {n}쌍입니다.</translation>
        </message>
        <message>
            <source>it has {n} weights for {classes} classes.</source>
            <translation>클래스 {classes}개에 가중치가 {n}개입니다.</translation>
        </message>
        <message>
            <source>it has {own} values, others have {count}.</source>
            <translation>값이 {own}개인데 다른 것은 {count}개입니다.</translation>
        </message>
        <message>
            <source>it holds a number that is too long.</source>
            <translation>너무 긴 수가 있습니다.</translation>
        </message>
        <message>
            <source>it is a list of something other than labels.</source>
            <translation>레이블이 아닌 것의 목록입니다.</translation>
        </message>
        <message>
            <source>it is neither a JSON object of probabilities nor a JSON list of them.</source>
            <translation>확률의 JSON 객체도 JSON 목록도 아닙니다.</translation>
        </message>
        <message>
            <source>it is not a finite number.</source>
            <translation>유한한 수가 아닙니다.</translation>
        </message>
        <message>
            <source>it is not a list of 0 and 1.</source>
            <translation>0과 1의 목록이 아닙니다.</translation>
        </message>
        <message>
            <source>it is not a number (with a point, not a comma: 3.5).</source>
            <translation>숫자가 아닙니다(소수는 쉼표가 아니라 점: 3.5).</translation>
        </message>
        <message>
            <source>it is not among the best {kept} of {runs} runs at this evaluation.</source>
            <translation>이 평가에서 실행 {runs}개 중 상위 {kept}개에 들지 않습니다.</translation>
        </message>
        <message>
            <source>it is not clear which column holds the text.</source>
            <translation>어느 열이 텍스트인지 알 수 없습니다.</translation>
        </message>
        <message>
            <source>it is not {encoding} (byte 0x{byte} at {offset}).</source>
            <translation>{encoding}이(가) 아닙니다({offset} 위치의 바이트 0x{byte}).</translation>
        </message>
        <message>
            <source>it lists no label, and a text has one class.</source>
            <translation>레이블이 없는데 텍스트에는 클래스가 하나 있습니다.</translation>
        </message>
        <message>
            <source>it lists several labels, and a text has one class.</source>
            <translation>레이블이 여러 개인데 텍스트에는 클래스가 하나입니다.</translation>
        </message>
        <message>
            <source>it must be a number above 0.</source>
            <translation>0보다 큰 수여야 합니다.</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>it reads each text as two segments</source>
            <translation>각 텍스트를 두 부분으로 잘라 읽습니다</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>it reads long texts in fractions</source>
            <translation>긴 텍스트를 여러 조각으로 읽음</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>it reads long texts in fractions, which one graph cannot</source>
            <translation>긴 텍스트를 여러 조각으로 읽는데, 그래프 하나로는 할 수 없음</translation>
        </message>
        <message>
            <source>it was made for other classes.</source>
            <translation>다른 클래스의 규칙입니다.</translation>
        </message>
        <message>
            <source>its best value is worse than the median of {runs} finished run at this evaluation.</source>
            <translation>가장 좋은 값이 이 평가에서 끝난 실행 {runs}개의 중앙값보다 나쁩니다.</translation>
        </message>
        <message>
            <source>its best value is worse than the median of {runs} finished runs at this evaluation.</source>
            <translation>가장 좋은 값이 이 평가에서 끝난 실행 {runs}개의 중앙값보다 나쁩니다.</translation>
        </message>
        <message>
            <source>its classes are {theirs}, those of {title} are {classes}.</source>
            <translation>클래스가 {theirs}인데 {title}의 클래스는 {classes}입니다.</translation>
        </message>
        <message>
            <source>its client could not write ({reason}).</source>
            <translation>클라이언트가 쓸 수 없었습니다({reason}).</translation>
        </message>
        <message>
            <source>its costs have {rows} rows of {width} for {classes} classes.</source>
            <translation>비용이 {width}개씩 {rows}행인데 클래스는 {classes}개입니다.</translation>
        </message>
        <message>
            <source>its folder was deleted there.</source>
            <translation>그곳에서 폴더가 삭제되었습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>its head is an LSTM over all tokens</source>
            <translation>헤드가 모든 토큰에 대한 LSTM임</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>its head is an LSTM over all tokens, which ONNX does not support for texts of different lengths</source>
            <translation>헤드가 모든 토큰에 대한 LSTM인데, ONNX에는 길이가 다른 텍스트용이 없음</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>its hidden layer is wider than theirs</source>
            <translation>은닉층이 그쪽보다 넓음</translation>
        </message>
        <message>
            <source>its labels are not classes; features are compared by how well they separate classes.</source>
            <translation>레이블이 클래스가 아닙니다. 특징은 클래스를 얼마나 구별하는지로 비교합니다.</translation>
        </message>
        <message>
            <source>its name is too long.</source>
            <translation>이름이 너무 깁니다.</translation>
        </message>
        <message>
            <source>its own choice</source>
            <translation>그곳의 기본값</translation>
        </message>
        <message>
            <source>its place has sent an invalid run ({what}).</source>
            <translation>실행 위치에서 유효하지 않은 실행을 보냈습니다({what}).</translation>
        </message>
        <message>
            <source>its probabilities sum to {total}, not 1.</source>
            <translation>확률의 합이 1이 아니라 {total}입니다.</translation>
        </message>
        <message>
            <source>its run {original} is here already, as run {run}.</source>
            <translation>그 실행 {original}은(는) 실행 {run}(으)로 이미 여기에 있습니다.</translation>
        </message>
        <message>
            <source>its tasks have different metrics, so there is none to choose an average by.</source>
            <translation>태스크의 지표가 서로 달라 평균을 고를 지표가 없습니다.</translation>
        </message>
        <message>
            <source>its temperature is not a number above 0.</source>
            <translation>온도가 0보다 큰 수가 아닙니다.</translation>
        </message>
        <message>
            <source>its thresholds are not one number from 0 to 1 for each label.</source>
            <translation>임계값이 레이블마다 0~1 사이의 수 하나가 아닙니다.</translation>
        </message>
        <message>
            <source>its training texts contain no terms to count.</source>
            <translation>학습 텍스트에 셀 항목이 없습니다.</translation>
        </message>
        <message>
            <source>its values are nested too deeply.</source>
            <translation>값이 너무 깊게 중첩되어 있습니다.</translation>
        </message>
        <message>
            <source>its version is {version}.</source>
            <translation>버전이 {version}입니다.</translation>
        </message>
        <message>
            <location filename="../../engine/lab/patterns.py" />
            <source>itself</source>
            <translation>자기 자신</translation>
        </message>
        <message>
            <source>kind of place</source>
            <translation>실행 위치 종류</translation>
        </message>
        <message>
            <source>label '{label}' does not occur in the training split ({known}).</source>
            <translation>레이블 '{label}'은(는) 학습 분할({known})에 없습니다.</translation>
        </message>
        <message>
            <source>label '{label}': {reason}.</source>
            <translation>레이블 '{label}': {reason}.</translation>
        </message>
        <message>
            <source>label '{name}' is none of the class names given ({names}).</source>
            <translation>레이블 '{name}'은(는) 지정한 클래스 이름에 없습니다({names}).</translation>
        </message>
        <message>
            <source>label ranking average precision</source>
            <translation>레이블 순위 평균 정밀도</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/summary.py" />
            <source>last layer</source>
            <translation>마지막 층</translation>
        </message>
        <message>
            <source>layer-wise decay</source>
            <translation>층별 감쇠</translation>
        </message>
        <message>
            <source>layers</source>
            <translation>층</translation>
        </message>
        <message>
            <source>learns nothing from the teacher.</source>
            <translation>교사에게서 배우는 것이 없습니다.</translation>
        </message>
        <message>
            <source>leaves no room for any text besides the special tokens.</source>
            <translation>특수 토큰 외에 텍스트가 들어갈 자리가 없습니다.</translation>
        </message>
        <message>
            <source>leaves no training texts.</source>
            <translation>학습 텍스트가 남지 않습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/encoder_baselines.py" />
            <source>linear model on frozen features, chosen by cross-validation</source>
            <translation>고정된 특징 위의 선형 모델, 교차 검증으로 선택</translation>
        </message>
        <message>
            <source>lines have several labels each.</source>
            <translation>줄마다 레이블이 여러 개입니다.</translation>
        </message>
        <message>
            <source>lists more files than a capsule has, or one of them twice.</source>
            <translation>캡슐에 있는 것보다 많은 파일을 나열하거나 같은 파일을 두 번 나열합니다.</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>literal escapes (\n, \")</source>
            <translation>문자 그대로의 이스케이프(\n, \")</translation>
        </message>
        <message>
            <source>loss</source>
            <translation>손실</translation>
        </message>
        <message>
            <source>low ({low}) must be below high ({high}).</source>
            <translation>하한({low})은 상한({high})보다 작아야 합니다.</translation>
        </message>
        <message>
            <source>macro F1</source>
            <translation>매크로 F1</translation>
        </message>
        <message>
            <source>makes a version, and cannot write a queue too.</source>
            <translation>버전을 만들며, 검토 목록을 함께 쓸 수 없습니다.</translation>
        </message>
        <message>
            <source>mean distance in ranks</source>
            <translation>평균 등급 거리</translation>
        </message>
        <message>
            <source>micro F1</source>
            <translation>마이크로 F1</translation>
        </message>
        <message>
            <source>model_type and architectures are not names.</source>
            <translation>model_type과 architectures가 이름이 아닙니다.</translation>
        </message>
        <message>
            <source>more than {most} brackets are open.</source>
            <translation>열린 괄호가 {most}개를 넘습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/lab/patterns.py" />
            <source>mostly {name} ({share} %)</source>
            <translation>주로 {name}({share} %)</translation>
        </message>
        <message>
            <source>must be a table of names and values.</source>
            <translation>이름과 값의 표여야 합니다.</translation>
        </message>
        <message>
            <source>must be a table.</source>
            <translation>표여야 합니다.</translation>
        </message>
        <message>
            <source>must give a list of values for each field.</source>
            <translation>필드마다 값의 목록을 주어야 합니다.</translation>
        </message>
        <message>
            <source>n-grams</source>
            <translation>n-그램</translation>
        </message>
        <message>
            <source>name a recipe, or your own data with --data.</source>
            <translation>레시피를 지정하거나 --data로 자신의 데이터를 지정하세요.</translation>
        </message>
        <message>
            <source>names no cost; the form is {form}.</source>
            <translation>비용을 지정하지 않았습니다. 형식: {form}.</translation>
        </message>
        <message>
            <source>names no fields.</source>
            <translation>필드를 지정하지 않았습니다.</translation>
        </message>
        <message>
            <source>names no teacher.</source>
            <translation>교사가 지정되지 않았습니다.</translation>
        </message>
        <message>
            <source>names the version that --apply or --exclude makes.</source>
            <translation>--apply나 --exclude가 만드는 버전의 이름입니다.</translation>
        </message>
        <message>
            <source>nats</source>
            <translation>nat</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/encoder_baselines.py" />
            <source>nearest class name, no label used</source>
            <translation>가장 가까운 클래스 이름, 레이블 사용 안 함</translation>
        </message>
        <message>
            <source>needs LOW:HIGH, LOW:HIGH:log or a list.</source>
            <translation>LOW:HIGH, LOW:HIGH:log 또는 목록이 필요합니다.</translation>
        </message>
        <message>
            <source>needs MEASURE&lt;=VALUE or MEASURE&gt;=VALUE, with a number.</source>
            <translation>측정값&lt;=값 또는 측정값&gt;=값이 필요하며, 값은 숫자입니다.</translation>
        </message>
        <message>
            <source>needs a confirmation, and the input is not a terminal.</source>
            <translation>확인이 필요한데 입력이 터미널이 아닙니다.</translation>
        </message>
        <message>
            <source>needs a corpus: name data sets, or text files.</source>
            <translation>말뭉치가 필요합니다. 데이터셋이나 텍스트 파일을 지정하세요.</translation>
        </message>
        <message>
            <source>needs a folder, or --hub.</source>
            <translation>폴더나 --hub가 필요합니다.</translation>
        </message>
        <message>
            <source>needs a kind: one of {known}.</source>
            <translation>종류(kind)가 필요합니다. 다음 중 하나: {known}.</translation>
        </message>
        <message>
            <source>needs either most or least.</source>
            <translation>상한과 하한 중 하나가 필요합니다.</translation>
        </message>
        <message>
            <source>needs low and high, or a list of values.</source>
            <translation>low와 high 또는 값의 목록이 필요합니다.</translation>
        </message>
        <message>
            <source>needs the form KEY=VALUE.</source>
            <translation>KEY=VALUE 형식이어야 합니다.</translation>
        </message>
        <message>
            <source>needs the form KEY=VALUES.</source>
            <translation>KEY=VALUES 형식이어야 합니다.</translation>
        </message>
        <message>
            <source>needs {size} MB, and {free} MB are free.</source>
            <translation>{size} MB가 필요한데 여유는 {free} MB입니다.</translation>
        </message>
        <message>
            <source>never</source>
            <translation>안 함</translation>
        </message>
        <message>
            <source>no ONNX graph of this model: {obstacle}.</source>
            <translation>이 모델의 ONNX 그래프를 만들 수 없습니다: {obstacle}.</translation>
        </message>
        <message>
            <source>no checkpoint of this run is whole ({damage})</source>
            <translation>이 실행의 온전한 체크포인트가 없습니다({damage})</translation>
        </message>
        <message>
            <source>no class has {count} labelled texts, so none can be held out.</source>
            <translation>레이블 있는 텍스트가 {count}개인 클래스가 없어 따로 떼어 둘 수 없습니다.</translation>
        </message>
        <message>
            <source>no class is named, and none was suggested.</source>
            <translation>지정한 클래스도 제안된 클래스도 없습니다.</translation>
        </message>
        <message>
            <source>no column looks like labels (few different short values).</source>
            <translation>레이블처럼 보이는 열이 없습니다(짧고 종류가 적은 값).</translation>
        </message>
        <message>
            <source>no column looks like text.</source>
            <translation>텍스트처럼 보이는 열이 없습니다.</translation>
        </message>
        <message>
            <source>no combination of values is valid: {reason}</source>
            <translation>유효한 값의 조합이 없습니다: {reason}</translation>
        </message>
        <message>
            <source>no copy of it is registered, and none is on the hub.</source>
            <translation>등록된 사본이 없고 허브에도 없습니다.</translation>
        </message>
        <message>
            <source>no decision changes the data set.</source>
            <translation>데이터셋을 바꾸는 결정이 없습니다.</translation>
        </message>
        <message>
            <source>no delimiter was found that gives most rows the same number of fields.</source>
            <translation>대부분의 행을 같은 수의 필드로 나누는 구분자를 찾지 못했습니다.</translation>
        </message>
        <message>
            <source>no earlier stage that it builds on has learnt a task, so there is none to replay.</source>
            <translation>이 단계의 계열에 태스크를 가르친 이전 단계가 없어 리플레이할 것이 없습니다.</translation>
        </message>
        <message>
            <source>no earlier stage that it builds on has learnt a task.</source>
            <translation>같은 줄의 이전 단계 중 태스크를 학습한 것이 없습니다.</translation>
        </message>
        <message>
            <source>no experiment can show that two results are exactly equal, only that they differ by less than a margin.</source>
            <translation>두 결과가 정확히 같다고 보여 줄 수 있는 실험은 없으며, 차이가 어떤 한계보다 작다는 것만 보일 수 있습니다.</translation>
        </message>
        <message>
            <source>no field's key, title or help contains '{text}'.</source>
            <translation>키, 제목, 도움말에 '{text}'이(가) 든 필드가 없습니다.</translation>
        </message>
        <message>
            <source>no limit</source>
            <translation>제한 없음</translation>
        </message>
        <message>
            <source>no row has both text and label.</source>
            <translation>텍스트와 레이블이 모두 있는 행이 없습니다.</translation>
        </message>
        <message>
            <source>no rows are held out for validation, and they are needed here.</source>
            <translation>검증용으로 떼어 둔 행이 없는데 여기서는 필요합니다.</translation>
        </message>
        <message>
            <source>no rule can be tuned for '{name}'.</source>
            <translation>'{name}'에 대해 규칙을 조율할 수 없습니다.</translation>
        </message>
        <message>
            <source>no run has been measured by '{name}'.</source>
            <translation>'{name}'(으)로 측정한 실행이 없습니다.</translation>
        </message>
        <message>
            <source>no space is left for a second copy of the store.</source>
            <translation>저장소의 두 번째 사본을 둘 공간이 없습니다.</translation>
        </message>
        <message>
            <source>no space is left on the disk ({free} GB free).</source>
            <translation>디스크에 공간이 없습니다(여유 {free} GB).</translation>
        </message>
        <message>
            <source>no space is left on the disk of the cache ({free} GB free).</source>
            <translation>캐시의 디스크에 공간이 없습니다(여유 {free} GB).</translation>
        </message>
        <message>
            <source>no space is left on the disk.</source>
            <translation>디스크에 공간이 없습니다.</translation>
        </message>
        <message>
            <source>no stage learns labels that a baseline can learn.</source>
            <translation>기준선이 배울 수 있는 레이블을 배우는 단계가 없습니다.</translation>
        </message>
        <message>
            <source>no stage learns labels that this baseline can learn ({name}).</source>
            <translation>이 기준선({name})이 배울 수 있는 레이블을 배우는 단계가 없습니다.</translation>
        </message>
        <message>
            <source>no stage of run {run} has learnt labels and stored a model.</source>
            <translation>실행 {run}에는 레이블을 학습하고 모델을 저장한 단계가 없습니다.</translation>
        </message>
        <message>
            <source>no temporary file can be made ({reason}).</source>
            <translation>임시 파일을 만들 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>no text of the {split} split would be left.</source>
            <translation>{split} 분할에 텍스트가 남지 않습니다.</translation>
        </message>
        <message>
            <source>no training text of class '{name}' would be left.</source>
            <translation>클래스 '{name}'의 학습 텍스트가 남지 않습니다.</translation>
        </message>
        <message>
            <source>no trial has finished.</source>
            <translation>끝난 시행이 없습니다.</translation>
        </message>
        <message>
            <source>no window is installed.</source>
            <translation>창이 설치되어 있지 않습니다.</translation>
        </message>
        <message>
            <source>no {least} validation texts can be answered with at most {percent} % errors.</source>
            <translation>오류 {percent} % 이하로 답하는 검증 텍스트가 {least}개가 되지 않습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/wording.py" />
            <source>none</source>
            <translation>없음</translation>
        </message>
        <message>
            <source>not run</source>
            <translation>실행 안 함</translation>
        </message>
        <message>
            <source>nothing can be served there ({reason}).</source>
            <translation>그곳에서 서비스할 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>nothing could be written for {minutes} minutes ({cause}).</source>
            <translation>{minutes}분 동안 아무것도 쓸 수 없었습니다({cause}).</translation>
        </message>
        <message>
            <source>nothing in it can be read.</source>
            <translation>읽을 수 있는 것이 없습니다.</translation>
        </message>
        <message>
            <source>nothing is left of the corpus: all of its {n} documents are texts of a validation or test split or of the held-out text.</source>
            <translation>말뭉치에 남은 것이 없습니다. 문서 {n}개가 모두 검증 분할, 테스트 분할 또는 홀드아웃 텍스트의 텍스트입니다.</translation>
        </message>
        <message>
            <source>objective</source>
            <translation>목적 함수</translation>
        </message>
        <message>
            <source>of the loss</source>
            <translation>(손실 중)</translation>
        </message>
        <message>
            <source>of train</source>
            <translation>(학습 분할 중)</translation>
        </message>
        <message>
            <source>of updates</source>
            <translation>(업데이트 중)</translation>
        </message>
        <message>
            <source>off</source>
            <translation>끔</translation>
        </message>
        <message>
            <source>on: "..." holds a field together and "" is a quote in it; off: quotes are ordinary characters.</source>
            <translation>켬: "..."가 필드 하나를 묶고 그 안의 ""는 따옴표입니다. 끔: 따옴표가 일반 문자입니다.</translation>
        </message>
        <message>
            <source>one class column is given.</source>
            <translation>클래스 열이 하나입니다.</translation>
        </message>
        <message>
            <source>one epoch</source>
            <translation>한 에폭</translation>
        </message>
        <message>
            <source>one label column is given.</source>
            <translation>레이블 열이 하나입니다.</translation>
        </message>
        <message>
            <source>one value leaves nothing to search.</source>
            <translation>값이 하나면 탐색할 것이 없습니다.</translation>
        </message>
        <message>
            <source>one word a line, each with a tag: token classification, not texts.</source>
            <translation>한 줄에 한 단어와 태그가 있습니다. 텍스트가 아니라 토큰 분류입니다.</translation>
        </message>
        <message>
            <location filename="../../engine/lab/patterns.py" />
            <source>only one token</source>
            <translation>토큰이 하나뿐</translation>
        </message>
        <message>
            <source>only the bag of words and the frozen encoder have a ladder.</source>
            <translation>단어 가방과 고정된 인코더에만 사다리가 있습니다.</translation>
        </message>
        <message>
            <source>only {free} MB are left on this disk, too little for a run's checkpoints.</source>
            <translation>디스크에 {free} MB만 남아 실행의 체크포인트를 저장하기에 부족합니다.</translation>
        </message>
        <message>
            <source>optimiser</source>
            <translation>옵티마이저</translation>
        </message>
        <message>
            <source>other machines can reach this address, so requests must carry a token of at least 16 characters.</source>
            <translation>다른 컴퓨터가 이 주소에 닿을 수 있으므로 요청에는 16자 이상의 토큰이 필요합니다.</translation>
        </message>
        <message>
            <source>ours</source>
            <translation>우리 값</translation>
        </message>
        <message>
            <source>out_of_memory</source>
            <translation>메모리 부족</translation>
        </message>
        <message>
            <source>packed: no work on padding; padded: rectangular batches; auto: packed where the encoder allows.</source>
            <translation>packed: 패딩에 계산을 쓰지 않습니다. padded: 직사각형 배치. auto: 인코더가 허용하면 packed.</translation>
        </message>
        <message>
            <source>pairs of texts cannot be read in fractions.</source>
            <translation>텍스트 쌍은 여러 조각으로 나누어 읽을 수 없습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/encoder_baselines.py" />
            <source>pairs of texts, then a linear model</source>
            <translation>텍스트 쌍, 그다음 선형 모델</translation>
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
            <translation>부분적으로 {name}({share} %)</translation>
        </message>
        <message>
            <source>parts</source>
            <translation>부분</translation>
        </message>
        <message>
            <source>per epoch</source>
            <translation>회/에폭</translation>
        </message>
        <message>
            <source>per stage</source>
            <translation>회/단계</translation>
        </message>
        <message>
            <source>per text</source>
            <translation>회/텍스트</translation>
        </message>
        <message>
            <source>per window</source>
            <translation>개/창</translation>
        </message>
        <message>
            <source>percentage points</source>
            <translation>퍼센트포인트</translation>
        </message>
        <message>
            <source>permission to read the file is denied.</source>
            <translation>파일을 읽을 권한이 없습니다.</translation>
        </message>
        <message>
            <source>perplexity</source>
            <translation>퍼플렉서티</translation>
        </message>
        <message>
            <source>points</source>
            <translation>%p</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/summary.py" />
            <source>pooler</source>
            <translation>풀러</translation>
        </message>
        <message>
            <source>pre-training with the whole encoder frozen changes nothing in it.</source>
            <translation>인코더 전체를 동결한 사전 학습은 아무것도 바꾸지 않습니다.</translation>
        </message>
        <message>
            <source>precision</source>
            <translation>정밀도</translation>
        </message>
        <message>
            <source>printed in the paper's table</source>
            <translation>논문의 표에 인쇄된 값</translation>
        </message>
        <message>
            <source>pruned</source>
            <translation>중단됨</translation>
        </message>
        <message>
            <source>pruner</source>
            <translation>가지치기 방법</translation>
        </message>
        <message>
            <source>quadratic weighted kappa</source>
            <translation>이차 가중 카파</translation>
        </message>
        <message>
            <source>question</source>
            <translation>질문</translation>
        </message>
        <message>
            <source>queued</source>
            <translation>대기 중</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/summary.py" />
            <source>rate {rate}</source>
            <translation>학습률 {rate}</translation>
        </message>
        <message>
            <source>read by eye from a picture, approximate</source>
            <translation>그림에서 눈으로 읽은 근삿값</translation>
        </message>
        <message>
            <source>reads running text, not pairs of sentences.</source>
            <translation>문장 쌍이 아니라 이어진 텍스트를 읽습니다.</translation>
        </message>
        <message>
            <source>recall</source>
            <translation>재현율</translation>
        </message>
        <message>
            <source>recovered from the figure's own drawing, to about 0.005</source>
            <translation>그림의 그리기 데이터에서 복원, 약 0.005까지 정확</translation>
        </message>
        <message>
            <source>references cannot be followed ({error}).</source>
            <translation>참조를 따라갈 수 없습니다({error}).</translation>
        </message>
        <message>
            <source>relative to pre-trained weights</source>
            <translation>사전 학습된 가중치 대비</translation>
        </message>
        <message>
            <source>replay</source>
            <translation>리플레이 방법</translation>
        </message>
        <message>
            <source>requires {asked} layers, but the encoder has {layers}.</source>
            <translation>{asked}개 층이 필요하지만 인코더에는 {layers}개가 있습니다.</translation>
        </message>
        <message>
            <source>rows</source>
            <translation>행</translation>
        </message>
        <message>
            <source>rsLoRA</source>
            <translation>rsLoRA</translation>
        </message>
        <message>
            <source>rsLoRA scales with α / √r; DoRA learns the length of columns apart from their direction.</source>
            <translation>rsLoRA는 α / √r로 크기를 조정합니다. DoRA는 열의 길이를 방향과 따로 학습합니다.</translation>
        </message>
        <message>
            <source>run {run} has kept no probabilities of its {split} split.</source>
            <translation>실행 {run}은(는) {split} 분할의 확률을 보관하지 않았습니다.</translation>
        </message>
        <message>
            <source>run {run} has no chosen model ({status}).</source>
            <translation>실행 {run}에는 고른 모델이 없습니다({status}).</translation>
        </message>
        <message>
            <source>run {run} has no model that classifies: its stages learn no classes.</source>
            <translation>실행 {run}에는 분류하는 모델이 없습니다. 단계들이 클래스를 학습하지 않습니다.</translation>
        </message>
        <message>
            <source>run {run} has no model that classifies: stage {stage} learns no classes.</source>
            <translation>실행 {run}에는 분류하는 모델이 없습니다. {stage}단계가 클래스를 학습하지 않습니다.</translation>
        </message>
        <message>
            <source>run {run} has no predictions for '{split}'.</source>
            <translation>실행 {run}에는 '{split}'의 예측이 없습니다.</translation>
        </message>
        <message>
            <source>run {run} has no stage {stage}.</source>
            <translation>실행 {run}에는 {stage}단계가 없습니다.</translation>
        </message>
        <message>
            <source>run {run} has no stored predictions.</source>
            <translation>실행 {run}에는 저장된 예측이 없습니다.</translation>
        </message>
        <message>
            <source>run {run} has no task '{name}'.</source>
            <translation>실행 {run}에는 태스크 '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>run {run} has stored no stage {number}.</source>
            <translation>실행 {run}에는 {number}단계가 저장되어 있지 않습니다.</translation>
        </message>
        <message>
            <source>run {run} is a baseline, which stores no weights.</source>
            <translation>실행 {run}은(는) 기준선이라 가중치를 저장하지 않습니다.</translation>
        </message>
        <message>
            <source>run {run} was tested in several tasks.</source>
            <translation>실행 {run}은(는) 여러 태스크에서 테스트했습니다.</translation>
        </message>
        <message>
            <source>run {run}, {name}, has no stored predictions of classes for '{split}'.</source>
            <translation>실행 {run}({name})에는 '{split}'의 저장된 클래스 예측이 없습니다.</translation>
        </message>
        <message>
            <source>run {run}:</source>
            <translation>실행 {run}:</translation>
        </message>
        <message>
            <source>running</source>
            <translation>실행 중</translation>
        </message>
        <message>
            <source>runs are going on there ({numbers}).</source>
            <translation>그곳에서 진행 중인 실행이 있습니다({numbers}).</translation>
        </message>
        <message>
            <source>runs {run} and {other} were not tested on the same texts with the same labels.</source>
            <translation>실행 {run}와(과) {other}은(는) 같은 레이블의 같은 텍스트로 테스트하지 않았습니다.</translation>
        </message>
        <message>
            <source>s</source>
            <translation>초</translation>
        </message>
        <message>
            <source>sampling</source>
            <translation>샘플링 방식</translation>
        </message>
        <message>
            <source>schedule</source>
            <translation>학습률 스케줄</translation>
        </message>
        <message>
            <source>search {search}:</source>
            <translation>탐색 {search}:</translation>
        </message>
        <message>
            <source>segmentation</source>
            <translation>문장 분리 방식</translation>
        </message>
        <message>
            <source>sentiment</source>
            <translation>감성</translation>
        </message>
        <message>
            <source>serving needs {name}.</source>
            <translation>서비스하려면 {name}이(가) 필요합니다.</translation>
        </message>
        <message>
            <source>sftp reports: {text}.</source>
            <translation>sftp의 메시지: {text}.</translation>
        </message>
        <message>
            <source>spaCy pipeline</source>
            <translation>spaCy 파이프라인</translation>
        </message>
        <message>
            <source>spaCy's rule-based sentencizer; Chinese text ends its sentences at 。？！ and their ASCII forms.</source>
            <translation>spaCy의 규칙 기반 문장 분리기입니다. 중국어 텍스트의 문장은 。？！와 그 ASCII 형태에서 끝납니다.</translation>
        </message>
        <message>
            <location filename="../../engine/lab/patterns.py" />
            <source>spread over the text</source>
            <translation>텍스트 전체에 고르게</translation>
        </message>
        <message>
            <source>ssh configuration</source>
            <translation>ssh 설정 파일</translation>
        </message>
        <message>
            <source>ssh reports: {text}.</source>
            <translation>ssh의 메시지: {text}.</translation>
        </message>
        <message>
            <source>ssh's own choice</source>
            <translation>ssh의 기본값</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/comparison.py" />
            <source>stage</source>
            <translation>단계</translation>
        </message>
        <message>
            <source>stage {here} starts from stage {before}, which does not come before it.</source>
            <translation>{here}단계가 {before}단계에서 시작하는데, 그 단계가 앞에 있지 않습니다.</translation>
        </message>
        <message>
            <source>stage {here} starts from stage {number}, which is left out.</source>
            <translation>{here}단계가 시작하는 {number}단계가 빠졌습니다.</translation>
        </message>
        <message>
            <source>stage {here} starts from update {step} of stage {before}, which does not keep it.</source>
            <translation>{here}단계가 {before}단계의 업데이트 {step}에서 시작하는데 보존되지 않습니다.</translation>
        </message>
        <message>
            <source>stage {number} has not stored its result.</source>
            <translation>{number}단계가 결과를 저장하지 않았습니다.</translation>
        </message>
        <message>
            <source>stage {number} has not stored update {step}.</source>
            <translation>{number}단계가 업데이트 {step}을(를) 저장하지 않았습니다.</translation>
        </message>
        <message>
            <source>stage {number} of run {run} has learnt several tasks.</source>
            <translation>실행 {run}의 {number}단계는 여러 태스크를 학습했습니다.</translation>
        </message>
        <message>
            <source>stage {number} of run {run} has not kept update {step}.</source>
            <translation>실행 {run}의 {number}단계는 업데이트 {step}을(를) 보관하지 않았습니다.</translation>
        </message>
        <message>
            <source>stage {stage} has learnt another data set, or another objective.</source>
            <translation>{stage}단계는 다른 데이터셋이나 다른 목적 함수를 학습했습니다.</translation>
        </message>
        <message>
            <source>stage {stage} has not learnt this one data set.</source>
            <translation>{stage}단계는 이 데이터셋 하나를 학습하지 않았습니다.</translation>
        </message>
        <message>
            <source>stage {stage} has stored no result.</source>
            <translation>{stage}단계가 결과를 저장하지 않았습니다.</translation>
        </message>
        <message>
            <source>stage {stage} of run {run} has learnt no labels.</source>
            <translation>실행 {run}의 {stage}단계는 레이블을 학습하지 않았습니다.</translation>
        </message>
        <message>
            <source>stage {stage} of run {run} has stored no model.</source>
            <translation>실행 {run}의 {stage}단계는 모델을 저장하지 않았습니다.</translation>
        </message>
        <message>
            <source>stage {stage} trains no encoder, so it shares no run with stage {other}.</source>
            <translation>단계 {stage}은(는) 인코더를 학습하지 않으므로 단계 {other}과(와) 한 실행에 있을 수 없습니다.</translation>
        </message>
        <message>
            <source>starts from the run's encoder, which has no head.</source>
            <translation>실행의 인코더에서 시작하는데 헤드가 없습니다.</translation>
        </message>
        <message>
            <source>stopped</source>
            <translation>중지됨</translation>
        </message>
        <message>
            <source>subset accuracy</source>
            <translation>부분집합 정확도</translation>
        </message>
        <message>
            <source>tail-only</source>
            <translation>뒷부분만</translation>
        </message>
        <message>
            <source>tanh</source>
            <translation>tanh</translation>
        </message>
        <message>
            <source>target</source>
            <translation>목표</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/linear_baseline.py" />
            <source>terms</source>
            <translation>용어</translation>
        </message>
        <message>
            <source>test</source>
            <translation>테스트</translation>
        </message>
        <message>
            <source>texts</source>
            <translation>텍스트</translation>
        </message>
        <message>
            <source>texts of two segments cannot be cut into two.</source>
            <translation>두 조각으로 된 텍스트는 다시 둘로 나눌 수 없습니다.</translation>
        </message>
        <message>
            <source>texts per task</source>
            <translation>텍스트/태스크</translation>
        </message>
        <message>
            <source>the 8-bit weights '{name}' are of the type {kind}, not int8.</source>
            <translation>8비트 가중치 '{name}'의 유형이 int8이 아니라 {kind}입니다.</translation>
        </message>
        <message>
            <source>the 8-bit weights '{name}' are scales of no weights.</source>
            <translation>8비트 가중치 '{name}'은(는) 대응하는 가중치가 없는 스케일입니다.</translation>
        </message>
        <message>
            <source>the 8-bit weights '{name}' have no scales ({scale}{suffix}).</source>
            <translation>8비트 가중치 '{name}'에 스케일이 없습니다({scale}{suffix}).</translation>
        </message>
        <message>
            <source>the 8-bit weights '{name}' have scales that are negative or not numbers (NaN or infinite).</source>
            <translation>8비트 가중치 '{name}'에 음수이거나 숫자가 아닌(NaN 또는 무한대) 스케일이 있습니다.</translation>
        </message>
        <message>
            <source>the 8-bit weights '{name}' {shape} have scales {other}, {kind}, not a bfloat16 for each row.</source>
            <translation>8비트 가중치 '{name}' {shape}의 스케일이 행마다 bfloat16 하나가 아니라 {other}, {kind}입니다.</translation>
        </message>
        <message>
            <source>the Palimpsest there has ended with {code}: {text}.</source>
            <translation>그곳의 Palimpsest가 {code}(으)로 끝났습니다: {text}.</translation>
        </message>
        <message>
            <source>the Palimpsest there is older and has no places.</source>
            <translation>그곳의 Palimpsest는 오래되어 실행 위치를 모릅니다.</translation>
        </message>
        <message>
            <source>the adapter '{kind}' has no config(targets) method.</source>
            <translation>어댑터 '{kind}'에 config(targets) 메서드가 없습니다.</translation>
        </message>
        <message>
            <source>the argument is not UTF-8.</source>
            <translation>인자가 UTF-8이 아닙니다.</translation>
        </message>
        <message>
            <source>the cache cannot be written ({reason}).</source>
            <translation>캐시에 쓸 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>the cache cannot be written.</source>
            <translation>캐시에 쓸 수 없습니다.</translation>
        </message>
        <message>
            <source>the cache has no kind '{kind}'.</source>
            <translation>캐시에 '{kind}' 종류가 없습니다.</translation>
        </message>
        <message>
            <source>the catalogue has a data set '{name}' already.</source>
            <translation>카탈로그에 데이터셋 '{name}'이(가) 이미 있습니다.</translation>
        </message>
        <message>
            <source>the catalogue has no data set '{name}'.</source>
            <translation>카탈로그에 데이터셋 '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>the catalogue's entry cannot be read.</source>
            <translation>카탈로그의 항목을 읽을 수 없습니다.</translation>
        </message>
        <message>
            <source>the checkpoint belongs to another experiment.</source>
            <translation>체크포인트가 다른 실험의 것입니다.</translation>
        </message>
        <message>
            <source>the checkpoint does not fit this model (first differences: {odd}).</source>
            <translation>체크포인트가 이 모델과 맞지 않습니다(처음 차이: {odd}).</translation>
        </message>
        <message>
            <source>the cluster's default</source>
            <translation>클러스터의 기본값</translation>
        </message>
        <message>
            <source>the column '{column}' of the table '{table}' is missing.</source>
            <translation>테이블 '{table}'의 열 '{column}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>the column '{column}' of the table '{table}', id {id}, holds a text that is not UTF-8.</source>
            <translation>테이블 '{table}'의 열 '{column}'(id {id})에 UTF-8이 아닌 텍스트가 있습니다.</translation>
        </message>
        <message>
            <source>the column '{column}' of the table '{table}', id {id}, holds a value of the type {kind}.</source>
            <translation>테이블 '{table}'의 열 '{column}'(id {id})에 {kind} 유형의 값이 있습니다.</translation>
        </message>
        <message>
            <source>the column '{column}' of the table '{table}', id {id}, holds no JSON {wanted} that can be read.</source>
            <translation>테이블 '{table}'의 열 '{column}'(id {id})에 읽을 수 있는 JSON {wanted}이(가) 없습니다.</translation>
        </message>
        <message>
            <source>the column '{column}' of the table '{table}', id {id}, holds the value '{value}', which it cannot have.</source>
            <translation>테이블 '{table}'의 열 '{column}'(id {id})에 있을 수 없는 값 '{value}'이(가) 있습니다.</translation>
        </message>
        <message>
            <source>the column '{column}' of the table '{table}', run id {id}, holds a text that is not UTF-8.</source>
            <translation>테이블 '{table}'의 열 '{column}'(실행 {id})에 UTF-8이 아닌 텍스트가 있습니다.</translation>
        </message>
        <message>
            <source>the column '{column}' of the table '{table}', run id {id}, holds a value of the type {kind}.</source>
            <translation>테이블 '{table}'의 열 '{column}'(실행 {id})에 {kind} 유형의 값이 있습니다.</translation>
        </message>
        <message>
            <source>the column '{column}' of the table '{table}', run id {id}, holds no JSON {wanted} that can be read.</source>
            <translation>테이블 '{table}'의 열 '{column}'(실행 {id})에 읽을 수 있는 JSON {wanted}이(가) 없습니다.</translation>
        </message>
        <message>
            <source>the column '{column}' of the table '{table}', run id {id}, holds the value '{value}', which it cannot have.</source>
            <translation>테이블 '{table}'의 열 '{column}'(실행 {id})에 있을 수 없는 값 '{value}'이(가) 있습니다.</translation>
        </message>
        <message>
            <source>the command {command} cannot be started ({reason}).</source>
            <translation>명령 {command}을(를) 시작할 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>the connection was cut.</source>
            <translation>연결이 끊겼습니다.</translation>
        </message>
        <message>
            <source>the content of {name} has changed.</source>
            <translation>{name}의 내용이 바뀌었습니다.</translation>
        </message>
        <message>
            <source>the copy has changed since it was made.</source>
            <translation>사본이 만들어진 뒤에 바뀌었습니다.</translation>
        </message>
        <message>
            <source>the corpus is a single sentence, which leaves none to measure the loss on.</source>
            <translation>말뭉치가 한 문장뿐이라 손실을 측정할 것이 남지 않습니다.</translation>
        </message>
        <message>
            <source>the corpus is empty.</source>
            <translation>말뭉치가 비어 있습니다.</translation>
        </message>
        <message>
            <source>the costs of '{name}' are not costs of errors.</source>
            <translation>'{name}'의 비용이 오류의 비용이 아닙니다.</translation>
        </message>
        <message>
            <source>the data cannot be read ({reason}).</source>
            <translation>데이터를 읽을 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>the data set cannot be loaded: {reason}</source>
            <translation>데이터셋을 불러올 수 없습니다: {reason}</translation>
        </message>
        <message>
            <source>the data set has changed since the run: its validation errors would not be comparable.</source>
            <translation>실행 이후 데이터셋이 바뀌어 검증 오류율을 비교할 수 없습니다.</translation>
        </message>
        <message>
            <source>the data set is not in the cache.</source>
            <translation>데이터셋이 캐시에 없습니다.</translation>
        </message>
        <message>
            <source>the data set is not on this machine, and nothing may be downloaded now.</source>
            <translation>데이터셋이 이 컴퓨터에 없고 지금은 내려받을 수 없습니다.</translation>
        </message>
        <message>
            <source>the decision rule cannot be used: {reason}.</source>
            <translation>결정 규칙을 쓸 수 없습니다: {reason}.</translation>
        </message>
        <message>
            <source>the disk cannot read the file.</source>
            <translation>디스크가 파일을 읽지 못합니다.</translation>
        </message>
        <message>
            <source>the disk fails to read or write the store.</source>
            <translation>디스크가 저장소를 읽거나 쓰지 못합니다.</translation>
        </message>
        <message>
            <source>the disk is read-only.</source>
            <translation>디스크가 읽기 전용입니다.</translation>
        </message>
        <message>
            <source>the disk there is full.</source>
            <translation>그곳의 디스크가 가득 찼습니다.</translation>
        </message>
        <message>
            <source>the document has more than {most} GB, and is read whole.</source>
            <translation>문서가 {most} GB를 넘는데, 통째로 읽어야 합니다.</translation>
        </message>
        <message>
            <source>the document holds no rows.</source>
            <translation>문서에 행이 없습니다.</translation>
        </message>
        <message>
            <source>the earlier task {name} learnt {learnt}, which {title} does not work with.</source>
            <translation>이전 태스크 {name}은(는) {learnt}을(를) 학습했는데, {title}은(는) 그 답으로 계산할 수 없습니다.</translation>
        </message>
        <message>
            <source>the encoder has changed since the run: fingerprint {before} then, {now} now.</source>
            <translation>실행 이후 인코더가 바뀌었습니다. 그때의 지문 {before}, 지금 {now}.</translation>
        </message>
        <message>
            <source>the encoder has no matrices for an adapter there.</source>
            <translation>인코더에 어댑터를 붙일 행렬이 그곳에 없습니다.</translation>
        </message>
        <message>
            <source>the encoder has no weights of its own for the phase '{phase}', so nothing would learn from update {start} on: its layers share their weights, or adapters stand in for them.</source>
            <translation>인코더에 '{phase}' 구간만의 가중치가 없어 업데이트 {start}부터는 아무것도 학습하지 않습니다. 층이 가중치를 공유하거나 어댑터가 대신합니다.</translation>
        </message>
        <message>
            <source>the encoder's tokenizer has no token that ends a text.</source>
            <translation>인코더의 토크나이저에 텍스트를 끝내는 토큰이 없습니다.</translation>
        </message>
        <message>
            <source>the fetched file is damaged, or has changed since.</source>
            <translation>받아 온 파일이 손상되었거나 그 뒤에 바뀌었습니다.</translation>
        </message>
        <message>
            <source>the file cannot be read ({reason}).</source>
            <translation>파일을 읽을 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>the file cannot be read as {form} ({reason}).</source>
            <translation>파일을 {form}(으)로 읽을 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>the file is empty.</source>
            <translation>파일이 비어 있습니다.</translation>
        </message>
        <message>
            <source>the file is read as {form}, which has no {field}.</source>
            <translation>파일은 {form}(으)로 읽히며 {field}이(가) 없습니다.</translation>
        </message>
        <message>
            <source>the file unpacks to {size} GB; {most} GB are read.</source>
            <translation>파일의 압축을 풀면 {size} GB입니다. 최대 {most} GB를 읽습니다.</translation>
        </message>
        <message>
            <source>the first line, '{line}', looks like the name of a column, and would be classified as a text.</source>
            <translation>첫 줄 '{line}'이(가) 열 이름처럼 보이는데 텍스트로 분류됩니다.</translation>
        </message>
        <message>
            <source>the first {n} trial failed: {reason}</source>
            <translation>첫 시행({n}개)이 실패했습니다: {reason}</translation>
        </message>
        <message>
            <source>the first {n} trials failed: {reason}</source>
            <translation>처음 시행 {n}개가 실패했습니다: {reason}</translation>
        </message>
        <message>
            <source>the folder '{folder}' holds no tokenizer: tokenizer.json is missing.</source>
            <translation>폴더 '{folder}'에 토크나이저가 없습니다. tokenizer.json이 없습니다.</translation>
        </message>
        <message>
            <source>the folder '{folder}' holds no weights: model.safetensors is missing.</source>
            <translation>폴더 '{folder}'에 가중치가 없습니다. model.safetensors가 없습니다.</translation>
        </message>
        <message>
            <source>the folder '{folder}' is not a model: config.json is missing.</source>
            <translation>폴더 '{folder}'은(는) 모델이 아닙니다. config.json이 없습니다.</translation>
        </message>
        <message>
            <source>the folder cannot be written ({reason}).</source>
            <translation>폴더에 쓸 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>the folder cannot be written.</source>
            <translation>폴더에 쓸 수 없습니다.</translation>
        </message>
        <message>
            <source>the folder holds no .txt file.</source>
            <translation>폴더에 .txt 파일이 없습니다.</translation>
        </message>
        <message>
            <source>the folder of the store cannot be made ({reason}).</source>
            <translation>저장소의 폴더를 만들 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>the folder of the store does not exist.</source>
            <translation>저장소의 폴더가 없습니다.</translation>
        </message>
        <message>
            <source>the format of the file is not known ({kinds}).</source>
            <translation>알려진 형식이 아닙니다({kinds}).</translation>
        </message>
        <message>
            <source>the format of the file is not known: it begins like {noun}.</source>
            <translation>파일 형식을 알 수 없습니다. {noun}처럼 시작합니다.</translation>
        </message>
        <message>
            <source>the format of {file} is {version}; this version reads {known}.</source>
            <translation>{file}의 형식은 {version}인데 이 버전은 {known}을(를) 읽습니다.</translation>
        </message>
        <message>
            <source>the freezing policy requires {asked} layers, but the encoder has {layers}.</source>
            <translation>동결 정책은 {asked}개 층을 요구하지만 인코더에는 {layers}개가 있습니다.</translation>
        </message>
        <message>
            <source>the graph's logits differ from the engine's by {difference}.</source>
            <translation>그래프의 로짓이 엔진의 것과 {difference}만큼 다릅니다.</translation>
        </message>
        <message>
            <source>the head cannot be read ({reason}).</source>
            <translation>헤드를 읽을 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>the head does not fit ({odd}).</source>
            <translation>헤드가 맞지 않습니다({odd}).</translation>
        </message>
        <message>
            <source>the head of an earlier task cannot be read ({reason}).</source>
            <translation>이전 태스크의 헤드를 읽을 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>the head of stage {stage} reads other features.</source>
            <translation>{stage}단계의 헤드는 다른 특징을 읽습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>the head of transformers' classifier for {family} is another function</source>
            <translation>{family}용 transformers 분류기의 헤드가 다른 함수임</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>the hidden layer of transformers' classifier for {family} has another activation</source>
            <translation>{family}용 transformers 분류기의 은닉층은 활성화 함수가 다름</translation>
        </message>
        <message>
            <source>the hub cannot be reached for '{source}' ({reason}).</source>
            <translation>'{source}'을(를) 받을 허브에 연결할 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>the hub refuses access to '{source}' ({reason}).</source>
            <translation>허브가 '{source}'에 대한 접근을 거부합니다({reason}).</translation>
        </message>
        <message>
            <source>the index '{name}' is missing.</source>
            <translation>색인 '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>the ladder shows errors, and its labels are numbers.</source>
            <translation>사다리는 오류율을 보이는데 레이블이 수입니다.</translation>
        </message>
        <message>
            <source>the last stage chooses by its own measure ({measure} is not measured).</source>
            <translation>마지막 단계는 자신의 측정값으로 고릅니다({measure}은(는) 측정하지 않습니다).</translation>
        </message>
        <message>
            <source>the last stage tests its last update, without validation labels.</source>
            <translation>마지막 단계는 검증 레이블 없이 마지막 업데이트를 테스트합니다.</translation>
        </message>
        <message>
            <source>the layout of the folder is not known.</source>
            <translation>알려진 폴더 구성이 아닙니다.</translation>
        </message>
        <message>
            <source>the limit cannot be written ({reason}).</source>
            <translation>한도를 쓸 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>the line holds no JSON object.</source>
            <translation>줄에 JSON 객체가 없습니다.</translation>
        </message>
        <message>
            <source>the list is empty.</source>
            <translation>목록이 비어 있습니다.</translation>
        </message>
        <message>
            <source>the manifest cannot be read.</source>
            <translation>매니페스트를 읽을 수 없습니다.</translation>
        </message>
        <message>
            <source>the memory of the device is too small for even one text of {longest} tokens ({reason}).</source>
            <translation>장치의 메모리가 토큰 {longest}개짜리 텍스트 하나도 담지 못합니다({reason}).</translation>
        </message>
        <message>
            <source>the memory of the device is too small to evaluate a text of {tried} tokens ({reason}).</source>
            <translation>장치의 메모리가 토큰 {tried}개짜리 텍스트를 평가하기에 부족합니다({reason}).</translation>
        </message>
        <message>
            <source>the model has no {names} of the same shape ({count} weights are missing).</source>
            <translation>모델에 모양이 같은 {names}이(가) 없습니다(가중치 {count}개가 없음).</translation>
        </message>
        <message>
            <source>the model has no {names} of the same shape.</source>
            <translation>모델에 모양이 같은 {names}이(가) 없습니다.</translation>
        </message>
        <message>
            <source>the model learnt {learnt}, for which there is no decision rule to tune.</source>
            <translation>모델은 {learnt}을(를) 학습했는데, 조율할 결정 규칙이 없습니다.</translation>
        </message>
        <message>
            <source>the model reads two segments, and one column was given.</source>
            <translation>모델은 두 세그먼트를 읽는데 열이 하나만 주어졌습니다.</translation>
        </message>
        <message>
            <source>the model's config.json is damaged: {name} holds a value that is not a number (NaN or infinite).</source>
            <translation>모델의 config.json이 손상되었습니다. {name}에 수가 아닌 값(NaN 또는 무한대)이 있습니다.</translation>
        </message>
        <message>
            <source>the model's config.json is damaged: {what}.</source>
            <translation>모델의 config.json이 손상되었습니다: {what}.</translation>
        </message>
        <message>
            <source>the name has no ending.</source>
            <translation>이름에 확장자가 없습니다.</translation>
        </message>
        <message>
            <source>the name is not UTF-8.</source>
            <translation>이름이 UTF-8이 아닙니다.</translation>
        </message>
        <message>
            <source>the name is too long for this file system.</source>
            <translation>이 파일 시스템에는 이름이 너무 깁니다.</translation>
        </message>
        <message>
            <source>the network folder is gone.</source>
            <translation>네트워크 폴더가 사라졌습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/lab/patterns.py" />
            <source>the next token</source>
            <translation>다음 토큰</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>the objective is {name}</source>
            <translation>목적 함수가 {name}입니다</translation>
        </message>
        <message>
            <source>the optimiser '{kind}' has no build(groups) method.</source>
            <translation>옵티마이저 '{kind}'에 build(groups) 메서드가 없습니다.</translation>
        </message>
        <message>
            <source>the outputs of a layer hold values that are not numbers (NaN or infinite).</source>
            <translation>어떤 층의 출력에 수가 아닌 값(NaN 또는 무한대)이 있습니다.</translation>
        </message>
        <message>
            <source>the paper has no data set of that name.</source>
            <translation>논문에는 그 이름의 데이터셋이 없습니다.</translation>
        </message>
        <message>
            <source>the paper has no table '{name}' here.</source>
            <translation>여기에는 논문의 표 '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>the paper's code</source>
            <translation>논문 코드</translation>
        </message>
        <message>
            <source>the paper's text</source>
            <translation>논문 본문</translation>
        </message>
        <message>
            <source>the paper's text and code</source>
            <translation>논문 본문과 코드</translation>
        </message>
        <message>
            <source>the partition's</source>
            <translation>파티션의 기본값</translation>
        </message>
        <message>
            <source>the path is not valid on this system.</source>
            <translation>이 시스템의 경로가 아닙니다.</translation>
        </message>
        <message>
            <source>the plan declares a search, whose runs are chosen one after the other.</source>
            <translation>계획이 탐색을 선언하며, 탐색의 실행은 하나씩 고릅니다.</translation>
        </message>
        <message>
            <source>the plan has a sweep, which runs every combination.</source>
            <translation>계획에 모든 조합을 실행하는 스윕이 있습니다.</translation>
        </message>
        <message>
            <source>the plug-in '{name}' cannot be imported ({error}: {reason}).</source>
            <translation>플러그인 '{name}'을(를) 가져올 수 없습니다({error}: {reason}).</translation>
        </message>
        <message>
            <source>the pooler cannot be combined with layers.</source>
            <translation>풀러는 단독으로 쓰이며 다른 층과 함께 쓸 수 없습니다.</translation>
        </message>
        <message>
            <source>the pooler reads the [CLS] token.</source>
            <translation>풀러는 [CLS] 토큰을 읽습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/lab/patterns.py" />
            <source>the previous token</source>
            <translation>앞 토큰</translation>
        </message>
        <message>
            <source>the probabilities cannot be read ({reason}).</source>
            <translation>확률을 읽을 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>the probability of '{name}' is '{value}', not a number from 0 to 1.</source>
            <translation>'{name}'의 확률이 0~1 사이의 수가 아니라 '{value}'입니다.</translation>
        </message>
        <message>
            <source>the recipe '{name}' has no size '{size}'.</source>
            <translation>레시피 '{name}'에는 크기 '{size}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>the recipe '{name}' has no table in the paper.</source>
            <translation>레시피 '{name}'에 해당하는 표가 논문에 없습니다.</translation>
        </message>
        <message>
            <source>the record is damaged.</source>
            <translation>기록이 손상되었습니다.</translation>
        </message>
        <message>
            <source>the report cannot be written ({reason}).</source>
            <translation>보고서를 쓸 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>the row has no label ({count} such rows: {rows}).</source>
            <translation>행에 레이블이 없습니다(이런 행 {count}개: {rows}).</translation>
        </message>
        <message>
            <source>the row has no label.</source>
            <translation>행에 레이블이 없습니다.</translation>
        </message>
        <message>
            <source>the row has no text ({count} such rows: {rows}).</source>
            <translation>행에 텍스트가 없습니다(이런 행 {count}개: {rows}).</translation>
        </message>
        <message>
            <source>the row has no text.</source>
            <translation>행에 텍스트가 없습니다.</translation>
        </message>
        <message>
            <source>the row has {cells} cells, the rows above {width}.</source>
            <translation>행에 셀이 {cells}개인데 위의 행에는 {width}개입니다.</translation>
        </message>
        <message>
            <source>the row has {width} columns, the first row has {expected}.</source>
            <translation>행에 열이 {width}개인데 첫 행에는 {expected}개입니다.</translation>
        </message>
        <message>
            <source>the row has {width} columns, the header has {expected}.</source>
            <translation>행에 열이 {width}개인데 머리글에는 {expected}개입니다.</translation>
        </message>
        <message>
            <source>the row has {width} columns, {of} has {expected}.</source>
            <translation>이 행은 {width}열, {of}은(는) {expected}열입니다.</translation>
        </message>
        <message>
            <source>the row is not a JSON object.</source>
            <translation>행이 객체가 아닙니다.</translation>
        </message>
        <message>
            <source>the row is not a list of {count} values.</source>
            <translation>행이 값 {count}개의 목록이 아닙니다.</translation>
        </message>
        <message>
            <source>the run has these settings already.</source>
            <translation>실행이 이미 이 설정입니다.</translation>
        </message>
        <message>
            <source>the run's folder cannot be written ({reason}).</source>
            <translation>실행의 폴더에 쓸 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>the same seed twice gives the same run twice.</source>
            <translation>같은 시드를 두 번 쓰면 같은 실행이 두 번 나옵니다.</translation>
        </message>
        <message>
            <source>the sheet claims more than the {count} rows that a sheet can have.</source>
            <translation>시트의 행 수가 시트가 가질 수 있는 {count}행을 넘습니다.</translation>
        </message>
        <message>
            <source>the sheet is empty.</source>
            <translation>시트가 비어 있습니다.</translation>
        </message>
        <message>
            <source>the sizes cannot be derived from the tensors.</source>
            <translation>텐서에서 크기를 알아낼 수 없습니다.</translation>
        </message>
        <message>
            <source>the spaCy pipeline '{name}' cannot be loaded: {reason}</source>
            <translation>spaCy 파이프라인 '{name}'을(를) 불러올 수 없습니다: {reason}</translation>
        </message>
        <message>
            <source>the spaCy pipeline '{name}' is not installed.</source>
            <translation>spaCy 파이프라인 '{name}'이(가) 설치되어 있지 않습니다.</translation>
        </message>
        <message>
            <source>the stage ends after {steps} updates and never reaches {late}.</source>
            <translation>이 단계는 {steps}번 업데이트 뒤 끝나므로 {late}에 이르지 않습니다.</translation>
        </message>
        <message>
            <source>the store cannot be opened ({reason}).</source>
            <translation>저장소를 열 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>the store cannot be read ({reason}).</source>
            <translation>저장소를 읽을 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>the store cannot be written: it lies on a read-only medium, or its folder may not be written to.</source>
            <translation>저장소에 쓸 수 없습니다: 읽기 전용 매체에 있거나 폴더에 쓸 수 없습니다.</translation>
        </message>
        <message>
            <source>the store could not be written for {patience} minutes.</source>
            <translation>저장소에 {patience}분 동안 쓸 수 없었습니다.</translation>
        </message>
        <message>
            <source>the store is damaged: {damage}.</source>
            <translation>저장소가 손상되었습니다: {damage}.</translation>
        </message>
        <message>
            <source>the store is gone.</source>
            <translation>저장소가 사라졌습니다.</translation>
        </message>
        <message>
            <source>the store is in use.</source>
            <translation>저장소를 사용 중입니다.</translation>
        </message>
        <message>
            <source>the store is locked: another program has been writing to it for too long.</source>
            <translation>저장소가 잠겨 있습니다. 다른 프로그램이 너무 오래 쓰고 있습니다.</translation>
        </message>
        <message>
            <source>the sweep makes {runs} runs, and at most {most} can be queued at once.</source>
            <translation>스윕이 실행 {runs}개를 만드는데 한 번에 {most}개까지 대기열에 넣을 수 있습니다.</translation>
        </message>
        <message>
            <source>the symbolic link is broken.</source>
            <translation>심볼릭 링크가 끊어졌습니다.</translation>
        </message>
        <message>
            <source>the symbolic links form a loop.</source>
            <translation>심볼릭 링크가 순환합니다.</translation>
        </message>
        <message>
            <source>the table '{table}' cannot be read to its end ({error}).</source>
            <translation>테이블 '{table}'을(를) 끝까지 읽을 수 없습니다({error}).</translation>
        </message>
        <message>
            <source>the table '{table}' is missing.</source>
            <translation>테이블 '{table}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>the table has {count} columns or more; {most} are read.</source>
            <translation>표의 열이 {count}개 이상입니다. 최대 {most}개를 읽습니다.</translation>
        </message>
        <message>
            <source>the table has {count} rows; {most} are read.</source>
            <translation>표의 행이 {count}개입니다. 최대 {most}개를 읽습니다.</translation>
        </message>
        <message>
            <source>the tensor '{name}' holds no numbers.</source>
            <translation>텐서 '{name}'에 숫자가 없습니다.</translation>
        </message>
        <message>
            <source>the tensor '{name}' is damaged: its checksum differs.</source>
            <translation>텐서 '{name}'이(가) 손상되었습니다. 체크섬이 다릅니다.</translation>
        </message>
        <message>
            <source>the tensor '{name}' is stored in slices.</source>
            <translation>텐서 '{name}'이(가) 조각으로 나뉘어 저장되어 있습니다.</translation>
        </message>
        <message>
            <source>the tensor {name} is {shape}, but its config requires {expected}.</source>
            <translation>텐서 {name}은(는) {shape}인데 구성은 {expected}을(를) 요구합니다.</translation>
        </message>
        <message>
            <source>the text contains an invalid character ({reason}).</source>
            <translation>텍스트에 문자가 아닌 것이 있습니다({reason}).</translation>
        </message>
        <message>
            <source>the text or label in row {row} of the {split} split has changed since the decision.</source>
            <translation>결정한 뒤에 {split} 분할 {row}행의 텍스트나 레이블이 바뀌었습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/lab/patterns.py" />
            <source>the token itself</source>
            <translation>토큰 자신</translation>
        </message>
        <message>
            <source>the tokenizer finds no token in its text.</source>
            <translation>토크나이저가 텍스트에서 토큰을 찾지 못했습니다.</translation>
        </message>
        <message>
            <source>the tokenizer is not in the cache any more.</source>
            <translation>토크나이저가 더 이상 캐시에 없습니다.</translation>
        </message>
        <message>
            <source>the tokenizer makes no token of ordinary letters.</source>
            <translation>토크나이저가 보통 글자로 토큰을 만들지 못합니다.</translation>
        </message>
        <message>
            <source>the tokenizer of '{source}' has no fast form or no padding token.</source>
            <translation>'{source}'의 토크나이저에 빠른 형식이나 패딩 토큰이 없습니다.</translation>
        </message>
        <message>
            <source>the tokenizer of '{source}' has {tokens} tokens, the model knows {words}.</source>
            <translation>'{source}'의 토크나이저에는 토큰이 {tokens}개인데 모델은 {words}개를 압니다.</translation>
        </message>
        <message>
            <source>the tokens are not in the cache any more.</source>
            <translation>토큰이 더 이상 캐시에 없습니다.</translation>
        </message>
        <message>
            <source>the trigger '{name}' is missing.</source>
            <translation>트리거 '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>the values are nested too deeply.</source>
            <translation>값이 너무 깊게 중첩되어 있습니다.</translation>
        </message>
        <message>
            <source>the vocabulary of {encoder} has no [MASK] token, so no word can be hidden.</source>
            <translation>{encoder}의 어휘에 [MASK] 토큰이 없어 단어를 가릴 수 없습니다.</translation>
        </message>
        <message>
            <source>the weights '{name}' are missing in '{folder}'.</source>
            <translation>'{folder}'에 가중치 '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>the weights '{name}' are of the type {kind}, not floating-point numbers.</source>
            <translation>가중치 '{name}'의 유형이 부동소수점이 아니라 {kind}입니다.</translation>
        </message>
        <message>
            <source>the weights '{name}' hold values that are not numbers (NaN or infinite).</source>
            <translation>가중치 '{name}'에 숫자가 아닌 값(NaN 또는 무한대)이 있습니다.</translation>
        </message>
        <message>
            <source>the weights '{name}' of '{source}' hold values that are not numbers (NaN or infinite).</source>
            <translation>'{source}'의 가중치 '{name}'에 숫자가 아닌 값(NaN 또는 무한대)이 있습니다.</translation>
        </message>
        <message>
            <source>the weights are damaged: {reason}</source>
            <translation>가중치가 손상되었습니다: {reason}</translation>
        </message>
        <message>
            <source>the weights in '{folder}' are a pickle, which can run code when it is opened.</source>
            <translation>'{folder}'의 가중치는 열 때 코드가 실행될 수 있는 pickle입니다.</translation>
        </message>
        <message>
            <source>the weights of '{source}' cannot be read ({reason}).</source>
            <translation>'{source}'의 가중치를 읽을 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>the weights of '{source}' do not fit its config: {n} tensors are missing ({first}...).</source>
            <translation>'{source}'의 가중치가 구성과 맞지 않습니다. 텐서 {n}개가 없습니다({first}...).</translation>
        </message>
        <message>
            <source>the weights of run {run} are at {place}, where it was trained.</source>
            <translation>실행 {run}의 가중치는 학습한 곳인 {place}에 있습니다.</translation>
        </message>
        <message>
            <source>the weights of run {run} are not on this disk.</source>
            <translation>실행 {run}의 가중치가 이 디스크에 없습니다.</translation>
        </message>
        <message>
            <source>the window cannot be loaded ({reason}).</source>
            <translation>창을 불러올 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>the {name} data have changed since the run was queued: fingerprint {before} then, {now} now.</source>
            <translation>실행을 대기열에 넣은 뒤로 {name} 데이터가 바뀌었습니다. 그때의 지문 {before}, 지금 {now}.</translation>
        </message>
        <message>
            <source>the {split} split has no row {row} any more.</source>
            <translation>{split} 분할에 이제 {row}행이 없습니다.</translation>
        </message>
        <message>
            <source>the {split} split has no row {row}.</source>
            <translation>{split} 분할에 {row}행이 없습니다.</translation>
        </message>
        <message>
            <source>the {split} split has no rows.</source>
            <translation>{split} 분할에 행이 없습니다.</translation>
        </message>
        <message>
            <source>the {split} split would have no rows.</source>
            <translation>{split} 분할에 행이 없게 됩니다.</translation>
        </message>
        <message>
            <source>the {split} split would have no rows: the largest class has {count}, and each drawn split takes at least one row of every class.</source>
            <translation>{split} 분할에 행이 없게 됩니다. 가장 큰 클래스가 {count}행이고, 뽑는 분할마다 클래스마다 하나 이상이 필요합니다.</translation>
        </message>
        <message>
            <source>there are no class folders here.</source>
            <translation>클래스 폴더가 없습니다.</translation>
        </message>
        <message>
            <source>there are no labels, and a model is measured by them.</source>
            <translation>레이블이 없는데 모델은 레이블로 측정합니다.</translation>
        </message>
        <message>
            <source>there are no runs yet.</source>
            <translation>아직 실행이 없습니다.</translation>
        </message>
        <message>
            <source>there are no texts to leave out ({findings}).</source>
            <translation>제외할 텍스트가 없습니다({findings}).</translation>
        </message>
        <message>
            <source>there are only {rows} training rows.</source>
            <translation>학습 행은 {rows}개뿐입니다.</translation>
        </message>
        <message>
            <source>there are {count} columns, the training split has {expected}.</source>
            <translation>열이 {count}개인데 학습 분할에는 {expected}개가 있습니다.</translation>
        </message>
        <message>
            <source>there are {count} texts, 1 to {most} are allowed.</source>
            <translation>텍스트가 {count}개인데 1~{most}개가 허용됩니다.</translation>
        </message>
        <message>
            <source>there are {many} different labels in {rows} rows.</source>
            <translation>{rows}개 행에 서로 다른 레이블이 {many}개입니다.</translation>
        </message>
        <message>
            <source>there are {names}, and at most {most} are shown at once.</source>
            <translation>{names}개가 있는데 한 번에 {most}개까지 보여 줍니다.</translation>
        </message>
        <message>
            <source>there are {pieces} passages of {tokens} tokens or more for learning; at least {least} are needed.</source>
            <translation>토큰 {tokens}개 이상인 학습용 구절이 {pieces}개입니다. 최소 {least}개가 필요합니다.</translation>
        </message>
        <message>
            <source>there are {pieces} passages of {tokens} tokens or more for measuring; at least {least} are needed.</source>
            <translation>토큰 {tokens}개 이상인 측정용 구절이 {pieces}개입니다. 최소 {least}개가 필요합니다.</translation>
        </message>
        <message>
            <source>there is a file already.</source>
            <translation>파일이 이미 있습니다.</translation>
        </message>
        <message>
            <source>there is a list of rows for each of {splits}.</source>
            <translation>다음 각각에 행 목록이 있습니다: {splits}.</translation>
        </message>
        <message>
            <source>there is no '{name}' of a run.</source>
            <translation>실행에는 '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no '{name}'.</source>
            <translation>'{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no Apple GPU here.</source>
            <translation>여기에는 Apple GPU가 없습니다.</translation>
        </message>
        <message>
            <source>there is no GPU 'cuda:{number}' on this machine, which has {there}.</source>
            <translation>이 컴퓨터에는 GPU 'cuda:{number}'이(가) 없습니다. 있는 것: {there}.</translation>
        </message>
        <message>
            <source>there is no Slurm here: sbatch or squeue is not on the PATH.</source>
            <translation>여기에는 Slurm이 없습니다. sbatch나 squeue가 PATH에 없습니다.</translation>
        </message>
        <message>
            <source>there is no attribution '{name}'.</source>
            <translation>기여도 방법 '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no class '{name}'.</source>
            <translation>클래스 '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no class {target}.</source>
            <translation>클래스 {target}이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no classifier '{name}'.</source>
            <translation>분류기 '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no column '{name}', nor anything else of this name to sort texts by.</source>
            <translation>열 '{name}'이(가) 없고, 텍스트를 나눌 그런 이름의 다른 기준도 없습니다.</translation>
        </message>
        <message>
            <source>there is no column '{name}'.</source>
            <translation>'{name}' 열이 없습니다.</translation>
        </message>
        <message>
            <source>there is no copy of it on the hub.</source>
            <translation>허브에 사본이 없습니다.</translation>
        </message>
        <message>
            <source>there is no data set of this name.</source>
            <translation>그 이름의 데이터셋이 없습니다.</translation>
        </message>
        <message>
            <source>there is no device '{name}' here.</source>
            <translation>여기에는 장치 '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no earlier task to remember.</source>
            <translation>기억할 이전 태스크가 없습니다.</translation>
        </message>
        <message>
            <source>there is no encoder '{source}': no folder here has that name.</source>
            <translation>인코더 '{source}'이(가) 없습니다. 그 이름의 폴더가 없습니다.</translation>
        </message>
        <message>
            <source>there is no encoder to compare.</source>
            <translation>비교할 인코더가 없습니다.</translation>
        </message>
        <message>
            <source>there is no entry {number}, only {count} of them.</source>
            <translation>항목 {number}이(가) 없습니다. 항목은 {count}개뿐입니다.</translation>
        </message>
        <message>
            <source>there is no format '{name}'.</source>
            <translation>형식 '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no head {head} in layer {layer}.</source>
            <translation>층 {layer}에 헤드 {head}이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no kind of baseline '{name}'.</source>
            <translation>'{name}'이라는 기준선 종류는 없습니다.</translation>
        </message>
        <message>
            <source>there is no layer {layer}: the encoder has {layers}.</source>
            <translation>{layer} 층이 없습니다. 인코더는 {layers}개 층입니다.</translation>
        </message>
        <message>
            <source>there is no layout '{name}'.</source>
            <translation>구성 '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no list of training rows.</source>
            <translation>학습 행의 목록이 없습니다.</translation>
        </message>
        <message>
            <source>there is no metric '{name}'.</source>
            <translation>지표 '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no palimpsest there (command not found).</source>
            <translation>그곳에 palimpsest가 없습니다(명령을 찾을 수 없음).</translation>
        </message>
        <message>
            <source>there is no palimpsest there ({text}).</source>
            <translation>그곳에 palimpsest가 없습니다({text}).</translation>
        </message>
        <message>
            <source>there is no place '{name}'.</source>
            <translation>실행 위치 '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no published preset for a stage of kind '{kind}'.</source>
            <translation>'{kind}' 단계에는 공개된 설정이 없습니다.</translation>
        </message>
        <message>
            <source>there is no recipe '{name}'.</source>
            <translation>레시피 '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no row.</source>
            <translation>행이 없습니다.</translation>
        </message>
        <message>
            <source>there is no run called '{name}'.</source>
            <translation>'{name}'(이)라는 실행이 없습니다.</translation>
        </message>
        <message>
            <source>there is no run {run}.</source>
            <translation>실행 {run}이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no search called '{name}'.</source>
            <translation>'{name}'(이)라는 탐색이 없습니다.</translation>
        </message>
        <message>
            <source>there is no search {search}.</source>
            <translation>탐색 {search}이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no sheet '{sheet}'.</source>
            <translation>시트 '{sheet}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no space for a copy of the store ({free} MB free).</source>
            <translation>저장소의 사본을 둘 공간이 없습니다(여유 {free} MB).</translation>
        </message>
        <message>
            <source>there is no space left for the store.</source>
            <translation>저장소를 위한 공간이 없습니다.</translation>
        </message>
        <message>
            <source>there is no split '{name}'.</source>
            <translation>분할 '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no stage {unknown} to leave out, only {stages} of them.</source>
            <translation>뺄 단계 {unknown}이(가) 없습니다. 단계는 {stages}개뿐입니다.</translation>
        </message>
        <message>
            <source>there is no status '{name}'.</source>
            <translation>상태 '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no store here yet.</source>
            <translation>여기에는 아직 저장소가 없습니다.</translation>
        </message>
        <message>
            <source>there is no store here.</source>
            <translation>여기에는 저장소가 없습니다.</translation>
        </message>
        <message>
            <source>there is no such bundled data set.</source>
            <translation>그런 내장 데이터셋은 없습니다.</translation>
        </message>
        <message>
            <source>there is no such data set in the catalogue.</source>
            <translation>카탈로그에 그런 데이터셋이 없습니다.</translation>
        </message>
        <message>
            <source>there is no such file or folder.</source>
            <translation>그런 파일이나 폴더가 없습니다.</translation>
        </message>
        <message>
            <source>there is no such file.</source>
            <translation>그런 파일이 없습니다.</translation>
        </message>
        <message>
            <source>there is no such folder.</source>
            <translation>그런 폴더가 없습니다.</translation>
        </message>
        <message>
            <source>there is no sweep {number}.</source>
            <translation>스윕 {number}이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no task '{name}'.</source>
            <translation>태스크 '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no text encoding '{name}'.</source>
            <translation>텍스트 인코딩 '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no text in it.</source>
            <translation>텍스트가 없습니다.</translation>
        </message>
        <message>
            <source>there is no text to classify.</source>
            <translation>분류할 텍스트가 없습니다.</translation>
        </message>
        <message>
            <source>there is no text.</source>
            <translation>텍스트가 없습니다.</translation>
        </message>
        <message>
            <source>there is no training split.</source>
            <translation>학습 분할이 없습니다.</translation>
        </message>
        <message>
            <source>there is no user '{user}' here.</source>
            <translation>여기에는 사용자 '{user}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no vocabulary in the checkpoint's folder.</source>
            <translation>체크포인트 폴더에 어휘가 없습니다.</translation>
        </message>
        <message>
            <source>there is no {command} here.</source>
            <translation>여기에는 {command}이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is no {noun} '{name}'.</source>
            <translation>{noun} '{name}'이(가) 없습니다.</translation>
        </message>
        <message>
            <source>there is not enough memory to read it as {form}.</source>
            <translation>{form}(으)로 읽기에 메모리가 모자랍니다.</translation>
        </message>
        <message>
            <source>there is not enough memory to read it.</source>
            <translation>읽을 메모리가 부족합니다.</translation>
        </message>
        <message>
            <source>there is nothing to change.</source>
            <translation>바꿀 것이 없습니다.</translation>
        </message>
        <message>
            <source>there is one Apple GPU, so several processes cannot train on it.</source>
            <translation>Apple GPU가 하나뿐이라 여러 프로세스로 학습할 수 없습니다.</translation>
        </message>
        <message>
            <source>there is one row.</source>
            <translation>행이 하나뿐입니다.</translation>
        </message>
        <message>
            <source>these texts have no single class, which versions require.</source>
            <translation>여기의 텍스트에는 하나뿐인 클래스가 없는데, 버전에는 그것이 필요합니다.</translation>
        </message>
        <message>
            <source>these texts have no single class: none can be called wrong.</source>
            <translation>여기의 텍스트에는 하나뿐인 클래스가 없어 틀렸다고 할 수 있는 것이 없습니다.</translation>
        </message>
        <message>
            <source>this bracket has no opening bracket.</source>
            <translation>짝이 없는 닫는 괄호입니다.</translation>
        </message>
        <message>
            <source>this bracket is not closed.</source>
            <translation>괄호가 닫히지 않았습니다.</translation>
        </message>
        <message>
            <source>this command is run by another Palimpsest, and is not meant to be typed.</source>
            <translation>이 명령은 다른 Palimpsest가 실행하는 것이며 직접 입력하는 것이 아닙니다.</translation>
        </message>
        <message>
            <source>this computer submits</source>
            <translation>이 컴퓨터가 제출</translation>
        </message>
        <message>
            <source>this folder belongs to the system.</source>
            <translation>시스템 폴더입니다.</translation>
        </message>
        <message>
            <source>this is JSON, but {what}, and no rows.</source>
            <translation>JSON이지만 {what}, 행이 없습니다.</translation>
        </message>
        <message>
            <source>this is JSON, but {what}, and there is no list of training rows.</source>
            <translation>JSON이지만 {what}, 학습 행의 목록이 없습니다.</translation>
        </message>
        <message>
            <source>this is a data set, not a design.</source>
            <translation>이것은 설계가 아니라 데이터 세트입니다.</translation>
        </message>
        <message>
            <source>this is a file, and a folder is needed.</source>
            <translation>파일입니다. 폴더가 필요합니다.</translation>
        </message>
        <message>
            <source>this is a folder, and a file is needed.</source>
            <translation>폴더입니다. 파일이 필요합니다.</translation>
        </message>
        <message>
            <source>this is an archive.</source>
            <translation>압축 파일입니다.</translation>
        </message>
        <message>
            <source>this is not JSON: {reason} at character {column}.</source>
            <translation>JSON이 아닙니다: {column}번째 문자에서 {reason}.</translation>
        </message>
        <message>
            <source>this is not JSON: {reason} at line {line}, character {column}.</source>
            <translation>JSON이 아닙니다: {line}행 {column}번째 문자에서 {reason}.</translation>
        </message>
        <message>
            <source>this is not a copy of {title}.</source>
            <translation>{title}의 사본이 아닙니다.</translation>
        </message>
        <message>
            <source>this is not a file that can be read.</source>
            <translation>읽을 수 있는 파일이 아닙니다.</translation>
        </message>
        <message>
            <source>this is not a plain file.</source>
            <translation>일반 파일이 아닙니다.</translation>
        </message>
        <message>
            <source>this is {kind}, not a file.</source>
            <translation>파일이 아닙니다({kind}).</translation>
        </message>
        <message>
            <source>this quotation mark has no end.</source>
            <translation>따옴표가 닫히지 않았습니다.</translation>
        </message>
        <message>
            <source>this text already has a decision in row {seen}.</source>
            <translation>이 텍스트는 {seen}행에 이미 결정이 있습니다.</translation>
        </message>
        <message>
            <source>tokens</source>
            <translation>토큰</translation>
        </message>
        <message>
            <source>top</source>
            <translation>맨 위</translation>
        </message>
        <message>
            <source>top layers</source>
            <translation>상위 층</translation>
        </message>
        <message>
            <source>topic</source>
            <translation>주제</translation>
        </message>
        <message>
            <source>torch cannot express this encoder in ONNX ({reason}).</source>
            <translation>torch가 이 인코더를 ONNX로 나타내지 못합니다({reason}).</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>traces of a wrong encoding</source>
            <translation>잘못된 인코딩의 흔적</translation>
        </message>
        <message>
            <source>train</source>
            <translation>학습</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>transformers</source>
            <translation>transformers</translation>
        </message>
        <message>
            <source>transformers cannot build this config ({reason}).</source>
            <translation>transformers가 이 구성을 만들지 못합니다({reason}).</translation>
        </message>
        <message>
            <source>transformers has no encoder for the model type '{kind}'.</source>
            <translation>transformers에는 모델 유형 '{kind}'의 인코더가 없습니다.</translation>
        </message>
        <message>
            <source>transformers has no such model: {reason}.</source>
            <translation>transformers에는 그런 모델이 없습니다: {reason}.</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>transformers opens the encoder in it, without the head.</source>
            <translation>transformers는 헤드 없이 그 안의 인코더를 엽니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>transformers' classifier for {family} has no tanh pooler</source>
            <translation>{family}용 transformers 분류기에는 tanh 풀러가 없음</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>transformers' own classifier reads [CLS] of the last layer</source>
            <translation>transformers 자체 분류기는 마지막 층의 [CLS]를 읽음</translation>
        </message>
        <message>
            <location filename="../../engine/model/conversion/layouts.py" />
            <source>transformers.pipeline, AutoModelForSequenceClassification, inference servers</source>
            <translation>transformers.pipeline, AutoModelForSequenceClassification, 추론 서버</translation>
        </message>
        <message>
            <source>trials</source>
            <translation>시행</translation>
        </message>
        <message>
            <source>truncation</source>
            <translation>자르기 방식</translation>
        </message>
        <message>
            <source>two of its lists are the {split} split, '{one}' and '{other}'.</source>
            <translation>목록 두 개가 {split} 분할입니다: '{one}'과(와) '{other}'.</translation>
        </message>
        <message>
            <source>two segments need at least two text columns, and 1 is given.</source>
            <translation>두 조각에는 텍스트 열이 둘 이상 필요한데 1개입니다.</translation>
        </message>
        <message>
            <source>two segments need two text columns, found: {names}.</source>
            <translation>두 조각에는 텍스트 열이 둘 필요합니다. 찾은 것: {names}.</translation>
        </message>
        <message>
            <source>two tasks are called '{name}'.</source>
            <translation>'{name}'(이)라는 태스크가 둘입니다.</translation>
        </message>
        <message>
            <source>unknown entry '{unknown}'.</source>
            <translation>알 수 없는 항목 '{unknown}'입니다.</translation>
        </message>
        <message>
            <source>unknown size '{unknown}'.</source>
            <translation>알 수 없는 크기 '{unknown}'입니다.</translation>
        </message>
        <message>
            <source>unpacks from {packed} MB to {size} GB, which no checkpoint does.</source>
            <translation>압축을 풀면 {packed} MB가 {size} GB가 됩니다. 그런 체크포인트는 없습니다.</translation>
        </message>
        <message>
            <source>unpacks from {packed} MB to {unpacked} MB, and at most {most} MB are read.</source>
            <translation>{packed} MB가 {unpacked} MB로 풀리는데 {most} MB까지만 읽습니다.</translation>
        </message>
        <message>
            <source>unpacks to {size} GB, and {free} GB are free.</source>
            <translation>압축을 풀면 {size} GB인데 여유 공간은 {free} GB입니다.</translation>
        </message>
        <message>
            <source>updates</source>
            <translation>업데이트</translation>
        </message>
        <message>
            <source>validation</source>
            <translation>검증</translation>
        </message>
        <message>
            <source>values are nested too deeply.</source>
            <translation>값이 너무 깊이 중첩되어 있습니다.</translation>
        </message>
        <message>
            <source>waiting</source>
            <translation>대기 중</translation>
        </message>
        <message>
            <source>was computed here, not at another place.</source>
            <translation>다른 실행 위치가 아니라 여기서 계산했습니다.</translation>
        </message>
        <message>
            <source>was made by a newer Palimpsest (store version {version}, this one reads {newest}).</source>
            <translation>더 새로운 Palimpsest가 만들었습니다(저장소 버전 {version}, 이 프로그램은 {newest}까지 읽습니다).</translation>
        </message>
        <message>
            <source>was made by a newer Palimpsest ({program}).</source>
            <translation>더 새로운 Palimpsest({program})가 만들었습니다.</translation>
        </message>
        <message>
            <source>was made by a newer Palimpsest, or migrated by one (store version {version}, this one reads {newest}), which alone may run its queue.</source>
            <translation>더 새로운 Palimpsest가 만들었거나 이전했으므로(저장소 버전 {version}, 이 프로그램은 {newest}까지 읽습니다) 대기열은 그 프로그램만 실행할 수 있습니다.</translation>
        </message>
        <message>
            <source>was trained by {program}; only its record is here.</source>
            <translation>{program}(으)로 학습했습니다. 여기에는 기록만 있습니다.</translation>
        </message>
        <message>
            <source>was written on a big-endian machine.</source>
            <translation>빅 엔디언 컴퓨터에서 쓴 것입니다.</translation>
        </message>
        <message>
            <source>weighted F1</source>
            <translation>가중 F1</translation>
        </message>
        <message>
            <source>what was written could not be read again.</source>
            <translation>쓴 것을 다시 읽을 수 없었습니다.</translation>
        </message>
        <message>
            <source>which search?</source>
            <translation>어느 탐색입니까?</translation>
        </message>
        <message>
            <source>while a checkpoint was saved, at step {step}.</source>
            <translation>스텝 {step}에서 체크포인트를 저장하는 동안.</translation>
        </message>
        <message>
            <source>while forgetting was measured, at step {step}.</source>
            <translation>스텝 {step}에서 망각을 측정하는 동안.</translation>
        </message>
        <message>
            <source>while it was evaluated, at step {step}.</source>
            <translation>스텝 {step}에서 평가하는 동안.</translation>
        </message>
        <message>
            <source>while it was prepared.</source>
            <translation>준비하는 동안.</translation>
        </message>
        <message>
            <source>while its data was read.</source>
            <translation>데이터를 읽는 동안.</translation>
        </message>
        <message>
            <source>while its encoder was loaded.</source>
            <translation>인코더를 불러오는 동안.</translation>
        </message>
        <message>
            <source>windows</source>
            <translation>창</translation>
        </message>
        <message>
            <source>with {title} the encoder's own weights do not change, so there is nothing to restore.</source>
            <translation>{title}을(를) 쓰면 인코더 자체의 가중치가 움직이지 않아 되돌릴 것이 없습니다.</translation>
        </message>
        <message>
            <source>without a byte order mark, the order of the bytes of {encoding} is not known.</source>
            <translation>바이트 순서 표시가 없으면 {encoding}의 바이트 순서를 알 수 없습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/linear_baseline.py" />
            <source>words</source>
            <translation>단어</translation>
        </message>
        <message>
            <source>words have too many answers for an exact Fisher information.</source>
            <translation>단어의 답이 너무 많아 피셔 정보를 정확히 계산할 수 없습니다.</translation>
        </message>
        <message>
            <source>worse</source>
            <translation>더 나쁨</translation>
        </message>
        <message>
            <source>worse, these weights</source>
            <translation>더 나쁨, 이 가중치</translation>
        </message>
        <message>
            <source>worse, this checkpoint</source>
            <translation>더 나쁨, 이 체크포인트</translation>
        </message>
        <message>
            <source>yes and no cannot be compared by size.</source>
            <translation>예와 아니요는 크기를 비교할 수 없습니다.</translation>
        </message>
        <message>
            <source>you already have a recipe '{name}'.</source>
            <translation>'{name}'(이)라는 레시피가 이미 있습니다.</translation>
        </message>
        <message>
            <source>you have no recipe '{name}'.</source>
            <translation>'{name}'(이)라는 레시피가 없습니다.</translation>
        </message>
        <message>
            <source>your default</source>
            <translation>사용자의 기본값</translation>
        </message>
        <message>
            <source>your disk quota is used up.</source>
            <translation>디스크 할당량을 다 썼습니다.</translation>
        </message>
        <message>
            <source>{again} occurs twice: the same settings and seed give the same run twice.</source>
            <translation>{again}이(가) 두 번 있습니다. 같은 설정과 시드는 같은 실행을 두 번 만듭니다.</translation>
        </message>
        <message>
            <source>{alpha} is not a share between 0 and 1 with two decimals.</source>
            <translation>{alpha}은(는) 0과 1 사이의 소수 둘째 자리 비율이 아닙니다.</translation>
        </message>
        <message>
            <source>{asked} {split} rows are requested, but there are only {there}.</source>
            <translation>{split} 행 {asked}개를 요청했지만 {there}개입니다.</translation>
        </message>
        <message>
            <source>{bad} of {count} files (the first is {first}) cannot be read as {encoding}.</source>
            <translation>파일 {count}개 중 {bad}개(첫째는 {first})를 {encoding}(으)로 읽을 수 없습니다.</translation>
        </message>
        <message>
            <source>{bare} of {all} texts of {file} have no label.</source>
            <translation>{file}의 텍스트 {all}개 중 {bare}개에 레이블이 없습니다.</translation>
        </message>
        <message>
            <source>{baseline}: it cannot learn labels of this kind.</source>
            <translation>{baseline}: 이런 레이블은 학습할 수 없습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/linear_baseline.py" />
            <source>{classifier}, {terms}, regularisation chosen on validation</source>
            <translation>{classifier}, {terms}, 정규화는 검증으로 선택</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/linear_baseline.py" />
            <source>{classifier}, {terms}, regularisation fixed</source>
            <translation>{classifier}, {terms}, 정규화 고정</translation>
        </message>
        <message>
            <source>{command} does not answer.</source>
            <translation>{command}이(가) 응답하지 않습니다.</translation>
        </message>
        <message>
            <source>{command} ended with {code}.</source>
            <translation>{command}이(가) {code}(으)로 끝났습니다.</translation>
        </message>
        <message>
            <source>{count} runs are called '{text}'.</source>
            <translation>'{text}'(이)라는 실행이 {count}개입니다.</translation>
        </message>
        <message>
            <source>{count} searches are called '{name}'.</source>
            <translation>'{name}'(이)라는 탐색이 {count}개입니다.</translation>
        </message>
        <message>
            <source>{count} top layers cannot be re-initialised: the encoder has {layers} layers.</source>
            <translation>위쪽 {count}개 층을 새로 초기화할 수 없습니다. 인코더의 층은 {layers}개입니다.</translation>
        </message>
        <message>
            <source>{count} top layers cannot be re-initialised: the encoder shares the weights of its layers.</source>
            <translation>위쪽 {count}개 층을 새로 초기화할 수 없습니다. 인코더의 층이 가중치를 공유합니다.</translation>
        </message>
        <message>
            <source>{encoder} has no next-sentence head.</source>
            <translation>{encoder}에는 다음 문장 예측 헤드가 없습니다.</translation>
        </message>
        <message>
            <source>{encoder} has {layers} layers, not {asked}.</source>
            <translation>{encoder}의 층은 {asked}개가 아니라 {layers}개입니다.</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>{few} to {most} validation labels</source>
            <translation>검증 레이블 {few}~{most}개</translation>
        </message>
        <message>
            <source>{field} holds a number beyond 1e15.</source>
            <translation>{field}에 1e15를 넘는 수가 있습니다.</translation>
        </message>
        <message>
            <source>{file} cannot be read ({reason}).</source>
            <translation>{file}을(를) 읽을 수 없습니다({reason}).</translation>
        </message>
        <message>
            <source>{file} has {size} MB.</source>
            <translation>{file}은(는) {size} MB입니다.</translation>
        </message>
        <message>
            <source>{file}, column {column}:</source>
            <translation>{file}, 열 {column}:</translation>
        </message>
        <message>
            <source>{file}, line {line}:</source>
            <translation>{file}, {line}번째 줄:</translation>
        </message>
        <message>
            <source>{file}, record {number}:</source>
            <translation>{file}, 레코드 {number}:</translation>
        </message>
        <message>
            <source>{file}, row {row}:</source>
            <translation>{file}, {row}행:</translation>
        </message>
        <message>
            <source>{file}: {texts} texts of the {split} split, {wrong} predicted wrongly.</source>
            <translation>{file}: {split} 분할의 텍스트 {texts}개, {wrong}개를 잘못 예측함.</translation>
        </message>
        <message>
            <source>{file}: {texts} texts of the {split} split.</source>
            <translation>{file}: {split} 분할의 텍스트 {texts}개.</translation>
        </message>
        <message>
            <source>{free} GB are free there.</source>
            <translation>그곳의 여유는 {free} GB입니다.</translation>
        </message>
        <message>
            <source>{gigabytes} is not a size in GB.</source>
            <translation>{gigabytes}은(는) GB 크기가 아닙니다.</translation>
        </message>
        <message>
            <source>{index} in '{source}' names weights that are not safetensors in its folder ('{name}'); other files can run code when they are opened.</source>
            <translation>'{source}'의 {index}이(가) 그 폴더에 있는 safetensors가 아닌 가중치('{name}')를 가리킵니다. 다른 파일은 열 때 코드가 실행될 수 있습니다.</translation>
        </message>
        <message>
            <source>{key} holds a character that no text can hold.</source>
            <translation>{key}에 텍스트에 들어갈 수 없는 문자가 있습니다.</translation>
        </message>
        <message>
            <source>{key} holds a number of more than 64 bits.</source>
            <translation>{key}에 64비트를 넘는 수가 있습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/summary.py" />
            <source>{layers} layers</source>
            <translation>{layers} 층</translation>
        </message>
        <message>
            <location filename="../../engine/spec/describe.py" />
            <source>{least} and {most}</source>
            <translation>{least}, {most}</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/verdicts/verdict.py" />
            <source>{least} to {most}</source>
            <translation>{least}~{most}</translation>
        </message>
        <message>
            <source>{length} tokens are more than {encoder} reads ({most}).</source>
            <translation>토큰 {length}개는 {encoder}의 한도({most})를 넘습니다.</translation>
        </message>
        <message>
            <source>{length} tokens leave no room for text besides the special tokens.</source>
            <translation>토큰 {length}개로는 특수 토큰 외에 텍스트가 들어갈 자리가 없습니다.</translation>
        </message>
        <message>
            <source>{length} tokens leave too little room for a passage.</source>
            <translation>토큰 {length}개로는 구절이 들어갈 자리가 부족합니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/describe.py" />
            <source>{low} to {high}</source>
            <translation>{low}~{high}</translation>
        </message>
        <message>
            <source>{made} is {parent} with {relabelled} text relabelled and {n} left out.</source>
            <translation>{made}은(는) {parent}에서 텍스트 {relabelled}개의 레이블을 바꾸고 {n}개를 뺀 것입니다.</translation>
        </message>
        <message>
            <source>{made} is {parent} with {relabelled} texts relabelled and {n} left out.</source>
            <translation>{made}은(는) {parent}에서 텍스트 {relabelled}개의 레이블을 바꾸고 {n}개를 뺀 것입니다.</translation>
        </message>
        <message>
            <source>{made} is {parent} without {n} of its texts.</source>
            <translation>{made}은(는) {parent}에서 텍스트 {n}개를 뺀 것입니다.</translation>
        </message>
        <message>
            <source>{max_flips} is not a percentage.</source>
            <translation>{max_flips}은(는) 백분율이 아닙니다.</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{mean} labels for a training text on average, {most} at most</source>
            <translation>학습 텍스트마다 평균 레이블 {mean}개, 최대 {most}개</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{mean} labels for a training text on average, {most} at most; {bare} of {all} have none</source>
            <translation>학습 텍스트마다 평균 레이블 {mean}개, 최대 {most}개. {all}개 중 {bare}개에는 없음</translation>
        </message>
        <message>
            <source>{measure} is not measured.</source>
            <translation>{measure}을(를) 측정하지 않습니다.</translation>
        </message>
        <message>
            <source>{measure} should choose the checkpoint, but is undefined for the encoder.</source>
            <translation>{measure}(으)로 체크포인트를 골라야 하는데, 이 인코더에는 정의되지 않습니다.</translation>
        </message>
        <message>
            <source>{measure} should choose the checkpoint, but it is not measured.</source>
            <translation>{measure}(으)로 체크포인트를 골라야 하는데 측정하지 않습니다.</translation>
        </message>
        <message>
            <source>{measure} should choose the checkpoint, but it was not measured.</source>
            <translation>{measure}(으)로 체크포인트를 골라야 하는데 측정하지 않았습니다.</translation>
        </message>
        <message>
            <source>{measure} was not measured by run {run}.</source>
            <translation>실행 {run}이(가) {measure}을(를) 측정하지 않았습니다.</translation>
        </message>
        <message>
            <source>{measure}, which is to be bounded, was not measured by run {run}.</source>
            <translation>실행 {run}이(가) 제한할 {measure}을(를) 측정하지 않았습니다.</translation>
        </message>
        <message>
            <source>{missing} of {files} files are copied, {size} MB.</source>
            <translation>파일 {files}개 중 {missing}개를 복사합니다({size} MB).</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/proposal.py" />
            <source>{names} are columns of 0 and 1: labels of which a text may have several</source>
            <translation>{names}은(는) 0과 1의 열입니다. 텍스트가 여럿 가질 수 있는 레이블입니다</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/paper/table.py" />
            <source>{name} (here: {stand_in})</source>
            <translation>{name}(여기서는 {stand_in})</translation>
        </message>
        <message>
            <source>{name} answers: {host}, Palimpsest {program}, {devices}, {free} GB free.</source>
            <translation>{name} 응답함: {host}, Palimpsest {program}, {devices}, 여유 {free} GB.</translation>
        </message>
        <message>
            <source>{name} cannot be read.</source>
            <translation>{name}을(를) 읽을 수 없습니다.</translation>
        </message>
        <message>
            <source>{name} differs from the embeddings; transformers ties them, so it is left out.</source>
            <translation>{name}이(가) 임베딩의 것과 다릅니다. transformers는 둘을 묶으므로 뺐습니다.</translation>
        </message>
        <message>
            <source>{name} has {actual} bytes, not {size}.</source>
            <translation>{name}은(는) {size}바이트가 아니라 {actual}바이트입니다.</translation>
        </message>
        <message>
            <source>{name} is '{value}'.</source>
            <translation>{name}이(가) '{value}'입니다.</translation>
        </message>
        <message>
            <source>{name} is a huge number, not a whole number up to {most}.</source>
            <translation>{name}이(가) 아주 큰 수인데, {most} 이하의 정수여야 합니다.</translation>
        </message>
        <message>
            <source>{name} is missing.</source>
            <translation>{name}이(가) 없습니다.</translation>
        </message>
        <message>
            <source>{name} is not installed.</source>
            <translation>{name}이(가) 설치되어 있지 않습니다.</translation>
        </message>
        <message>
            <source>{name} is {value}, not a whole number up to {most}.</source>
            <translation>{name}이(가) {value}인데, {most} 이하의 정수여야 합니다.</translation>
        </message>
        <message>
            <source>{name} needs the engine, which this installation is without ({module} is not installed).</source>
            <translation>{name}에는 엔진이 필요한데 이 설치에는 없습니다({module}이(가) 설치되어 있지 않음).</translation>
        </message>
        <message>
            <source>{name} needs the engine, which this installation is without.</source>
            <translation>{name}에는 엔진이 필요한데 이 설치에는 없습니다.</translation>
        </message>
        <message>
            <source>{n} cells begin like a formula and got an apostrophe, so that no spreadsheet computes it.</source>
            <translation>셀 {n}개가 수식처럼 시작하여, 스프레드시트가 계산하지 않도록 아포스트로피를 붙였습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/features.py" />
            <source>{n} classes are too many for its head</source>
            <translation>클래스 {n}개는 헤드에 너무 많음</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/verdicts/verdict.py" />
            <source>{n} comparisons: p values are Holm-adjusted, so the chance of any false difference, and of any false equivalence, stays below 5 %; the intervals are not adjusted.</source>
            <translation>비교 {n}개: p값은 Holm 보정값이므로 거짓 차이나 거짓 동등이 하나라도 나올 확률이 5 % 미만입니다. 구간은 보정하지 않았습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>{n} data set</source>
            <translation>데이터셋 {n}개</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>{n} data sets</source>
            <translation>데이터셋 {n}개</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{n} duplicate text in {split}</source>
            <translation>{split}에 중복 텍스트 {n}개</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{n} duplicate texts in {split}</source>
            <translation>{split}에 중복 텍스트 {n}개</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/finetune.py" />
            <source>{n} epoch</source>
            <translation>{n}에폭</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/finetune.py" />
            <source>{n} epochs</source>
            <translation>{n}에폭</translation>
        </message>
        <message>
            <source>{n} equal texts carry different labels.</source>
            <translation>같은 텍스트 {n}개의 레이블이 서로 다릅니다.</translation>
        </message>
        <message>
            <source>{n} rows of the table '{table}' belong to no row of '{parent}'.</source>
            <translation>테이블 '{table}'의 행 {n}개가 '{parent}'의 어느 행에도 속하지 않습니다.</translation>
        </message>
        <message>
            <source>{n} rows without label left out of {file}.</source>
            <translation>{file}에서 레이블이 없는 행 {n}개를 제외했습니다.</translation>
        </message>
        <message>
            <source>{n} rows without text left out of {file}.</source>
            <translation>{file}에서 텍스트가 없는 행 {n}개를 제외했습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>{n} run of one strategy has been tested on these texts.</source>
            <translation>한 전략의 실행 {n}개가 이 텍스트로 테스트되었습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>{n} runs of one strategy have been tested on these texts.</source>
            <translation>한 전략의 실행 {n}개가 이 텍스트로 테스트되었습니다.</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>{n} runs of {strategies} strategies have been tested on these texts: the best of them, if chosen by its test result, looks better than it is.</source>
            <translation>이 텍스트에서 {strategies}개 전략의 실행 {n}개가 테스트되었습니다. 테스트 결과로 고른 최고는 실제보다 좋아 보입니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/multitask.py" />
            <source>{n} task: {names}</source>
            <translation>태스크 {n}개: {names}</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/multitask.py" />
            <source>{n} tasks: {names}</source>
            <translation>태스크 {n}개: {names}</translation>
        </message>
        <message>
            <source>{n} tensors of the encoder are missing ({first}...).</source>
            <translation>인코더의 텐서 {n}개가 없습니다({first}...).</translation>
        </message>
        <message>
            <source>{n} test text is also in train: the test error looks better than it is.</source>
            <translation>테스트 텍스트 {n}개가 학습 분할에도 있어 테스트 오류율이 실제보다 좋아 보입니다.</translation>
        </message>
        <message>
            <source>{n} test texts are also in train: the test error looks better than it is.</source>
            <translation>테스트 텍스트 {n}개가 학습 분할에도 있어 테스트 오류율이 실제보다 좋아 보입니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>{n} text file</source>
            <translation>텍스트 파일 {n}개</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>{n} text files</source>
            <translation>텍스트 파일 {n}개</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{n} text has other labels in another row ({rows} of its rows in {split})</source>
            <translation>텍스트 {n}개가 다른 행에서 다른 레이블을 가짐({split}에 {rows}행)</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{n} text has two labels ({rows} of its rows in {split})</source>
            <translation>텍스트 {n}개에 레이블이 두 개({split}에 {rows}행)</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{n} texts have other labels in other rows ({rows} of their rows in {split})</source>
            <translation>텍스트 {n}개가 다른 행에서 다른 레이블을 가짐({split}에 {rows}행)</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{n} texts have two labels ({rows} of their rows in {split})</source>
            <translation>텍스트 {n}개에 레이블이 두 개({split}에 {rows}행)</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>{n} updates, {batch}, {rate}</source>
            <translation>업데이트 {n}번, {batch}, {rate}</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>{n} validation label</source>
            <translation>검증 레이블 {n}개</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/evidence.py" />
            <source>{n} validation labels</source>
            <translation>검증 레이블 {n}개</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{n} {split} text is also in {other}</source>
            <translation>{split} 텍스트 {n}개가 {other}에도 있음</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{n} {split} texts are also in {other}</source>
            <translation>{split} 텍스트 {n}개가 {other}에도 있음</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/verdicts/verdict.py" />
            <source>{n} {unit} without a failure are compatible with up to {most} of {unit} failing.</source>
            <translation>{n}개 {unit}에 실패가 없어도 {unit}의 최대 {most}이(가) 실패할 가능성은 남습니다.</translation>
        </message>
        <message>
            <source>{objective} has no {metric}.</source>
            <translation>{objective}에는 {metric}이(가) 없습니다.</translation>
        </message>
        <message>
            <source>{objective} learns from other labels than these ({labels}).</source>
            <translation>{objective}은(는) 이 레이블({labels})이 아닌 다른 레이블에서 학습합니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>{one} and {other}</source>
            <translation>{one}, {other}</translation>
        </message>
        <message>
            <source>{parts}: never trained within {total} updates.</source>
            <translation>{parts}: 업데이트 {total}번 안에 학습할 차례가 오지 않습니다.</translation>
        </message>
        <message>
            <source>{part} would for a while be the only part that learns, but the head reads nothing above layer {top}.</source>
            <translation>{part}이(가) 한동안 혼자 학습하지만 헤드는 {top}층보다 위를 읽지 않습니다.</translation>
        </message>
        <message>
            <source>{percent} % of {total} training rows are {count}, which cannot hold an example of each of the {classes} classes.</source>
            <translation>학습 행 {total}개의 {percent} %는 {count}개라서 클래스 {classes}개의 예를 하나씩 담을 수 없습니다.</translation>
        </message>
        <message>
            <source>{preset}, except for: {fields}.</source>
            <translation>{preset}, 다음은 제외: {fields}.</translation>
        </message>
        <message>
            <source>{rows} training rows cannot hold an example of each of the {classes} classes.</source>
            <translation>학습 행 {rows}개로는 {classes}개 클래스의 예를 모두 담을 수 없습니다.</translation>
        </message>
        <message>
            <source>{runs} run on {host}, {devices}.</source>
            <translation>{host}({devices})에서 실행 {runs}개.</translation>
        </message>
        <message>
            <source>{runs} runs on {host}, {devices}.</source>
            <translation>{host}({devices})에서 실행 {runs}개.</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{seen} ({setting}; in the window: Labels are)</source>
            <translation>{seen}({setting}, 창에서는: 레이블은)</translation>
        </message>
        <message>
            <source>{share} % of the documents have a single sentence, so there is no next one to predict.</source>
            <translation>문서의 {share} %는 문장이 하나뿐이어서 예측할 다음 문장이 없습니다.</translation>
        </message>
        <message>
            <source>{share} % of the tokens are bytes of characters that {encoder} lacks.</source>
            <translation>토큰의 {share} %는 {encoder}에 없는 문자의 바이트입니다.</translation>
        </message>
        <message>
            <source>{share} % of the tokens are unknown to {encoder}: their text is lost.</source>
            <translation>토큰의 {share} %를 {encoder}이(가) 모릅니다. 그 내용은 사라집니다.</translation>
        </message>
        <message>
            <source>{size} MB are to be copied, and {free} MB are free there.</source>
            <translation>{size} MB를 복사해야 하는데 그곳의 여유는 {free} MB입니다.</translation>
        </message>
        <message>
            <source>{sweeps} sweeps are called '{name}'.</source>
            <translation>'{name}'(이)라는 스윕이 {sweeps}개입니다.</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/linear_baseline.py" />
            <source>{terms} and their n-grams up to {most}</source>
            <translation>{terms}, 길이 {most}까지의 n-그램 포함</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>{texts}, test texts too</source>
            <translation>{texts}, 테스트 텍스트도</translation>
        </message>
        <message>
            <location filename="../../engine/spec/presets/published.py" />
            <source>{text} (Sun et al. 2019, {section})</source>
            <translation>{text}(Sun et al. 2019, {section})</translation>
        </message>
        <message>
            <location filename="../../engine/analysis/paper/contrasts.py" />
            <source>{text} {n} of these answers hold for one trained checkpoint only.</source>
            <translation>{text} 이 답 중 {n}개는 학습된 체크포인트 하나에만 해당합니다.</translation>
        </message>
        <message>
            <source>{title} cannot compute attention here: {reason}.</source>
            <translation>{title}은(는) 여기서 어텐션을 계산할 수 없습니다: {reason}.</translation>
        </message>
        <message>
            <source>{title} does not work with an earlier task that learnt {learnt}.</source>
            <translation>{title}은(는) 이전 태스크({learnt})의 답으로 계산할 수 없습니다.</translation>
        </message>
        <message>
            <source>{title} needs higher learning rates than an encoder: {usual} is usual ({source}).</source>
            <translation>{title}은(는) 인코더 자체보다 높은 학습률로 학습합니다. 보통 {usual}입니다({source}).</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/summary.py" />
            <source>{title}, {n} generated to train</source>
            <translation>{title}, 생성된 학습용 {n}개</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/summary.py" />
            <source>{title}, {n} to train</source>
            <translation>{title}, 학습용 {n}개</translation>
        </message>
        <message>
            <location filename="../../engine/metrics/base.py" />
            <source>{value} % accuracy</source>
            <translation>정확도 {value} %</translation>
        </message>
        <message>
            <location filename="../../engine/metrics/base.py" />
            <source>{value} % error</source>
            <translation>오류율 {value} %</translation>
        </message>
        <message>
            <source>{what} in '{folder}' would take {size} GB; encoders have at most {most}.</source>
            <translation>'{folder}'의 {what}은(는) {size} GB를 차지합니다. 인코더는 최대 {most} GB입니다.</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{what} in {n} text</source>
            <translation>텍스트 {n}개에 {what}</translation>
        </message>
        <message>
            <location filename="../../engine/data/inspection/health.py" />
            <source>{what} in {n} texts</source>
            <translation>텍스트 {n}개에 {what}</translation>
        </message>
        <message>
            <location filename="../../engine/spec/stages/pretraining.py" />
            <source>{words} and next sentence</source>
            <translation>{words}와 다음 문장</translation>
        </message>
        <message>
            <source>~/.ssh/config</source>
            <translation>~/.ssh/config</translation>
        </message>
        <message>
            <source>× rate</source>
            <translation>× 학습률</translation>
        </message>
        <message>
            <source>× the perplexity before</source>
            <translation>× 학습 전 퍼플렉서티</translation>
        </message>
        <message>
            <source>α</source>
            <translation>α</translation>
        </message>
        <message>
            <source>α, encoder</source>
            <translation>α, 인코더</translation>
        </message>
        <message>
            <source>β</source>
            <translation>β</translation>
        </message>
        <message>
            <source>β, head</source>
            <translation>β, 헤드</translation>
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
            <translation>η α가 {step}입니다. 업데이트마다 시작 가중치를 지나칩니다.</translation>
        </message>
        <message>
            <source>η: one trial in η continues, and each rung is η times as far as the one before.</source>
            <translation>η: 시행 η개 중 하나가 계속하며, 다음 단은 앞 단보다 η배 멉니다.</translation>
        </message>
        <message>
            <source>−Brier score</source>
            <translation>−브라이어 점수</translation>
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
            <translation>−손실</translation>
        </message>
        <message>
            <source>−mean distance in ranks</source>
            <translation>−평균 등급 거리</translation>
        </message>
        <message>
            <source>−perplexity</source>
            <translation>−퍼플렉서티</translation>
        </message>
    </context>
</TS>
